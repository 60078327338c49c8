import { oneLine } from '../output.js';
import type { Line, Span, Style } from './line.js';
import { fit, limit, pad, widthOf } from './width.js';

export interface TableCell {
  readonly text: string;
  readonly style?: Style;
  /** Right-aligned, for numbers. */
  readonly isRight?: true;
  /** If there is too little space, its column is truncated before the others. */
  readonly isSpare?: true;
}

const GAP = 2;
/** The minimum width of a column when there is too little space. */
const LEAST = 8;

/**
 * Returns the rows with aligned columns and without empty columns. If `columns` is exceeded, spare columns are truncated
 * first, then the widest.
 */
export function toTable(rows: readonly (readonly TableCell[])[], columns: number): Line[] {
  const full = rows.map(row => row.map(cell => ({ ...cell, text: limit(oneLine(cell.text)) })));
  const wanted = toWidths(full);
  const clean = full.map(row => row.filter((_, at) => wanted[at] !== 0));
  const isSpare = wanted.map((_, at) => rows.some(row => row[at]?.isSpare === true));
  const isKept = (_: unknown, at: number): boolean => wanted[at] !== 0;
  const widths = shrink(wanted.filter(isKept), isSpare.filter(isKept), columns);
  return clean.map(row => {
    const filled = row.filter(({ text }, at) => text !== '' || row.slice(at).some(cell => cell.text !== ''));
    return filled.map((cell, at): Span => {
      const isLast = at === filled.length - 1;
      const text = fit(cell.text, widths[at] ?? 0);
      const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
      const whole = cell.isRight === true ? `${space}${text}` : isLast ? text : pad(text, widths[at] ?? 0);
      return { ...(cell.style && { style: cell.style }), text: isLast ? whole : whole + ' '.repeat(GAP) };
    });
  });
}

function toWidths(rows: readonly (readonly TableCell[])[]): number[] {
  const count = Math.max(0, ...rows.map(row => row.length));
  return Array.from({ length: count }, (_, at) =>
    Math.max(0, ...rows.map(row => widthOf(row[at]?.text ?? ''))),
  );
}

/** Reduces the widest spare column by one, or the widest of all when none can be reduced, until all fit. */
function shrink(wanted: readonly number[], isSpare: readonly boolean[], columns: number): number[] {
  const widths = [...wanted];
  const gaps = GAP * (widths.length - 1);
  for (let over = widths.reduce((sum, width) => sum + width, gaps) - columns; over > 0; over -= 1) {
    const spare = widths.map((width, at) => (isSpare[at] === true && width > LEAST ? width : 0));
    const from = spare.some(width => width > 0) ? spare : widths;
    const widest = Math.max(...from);
    if (widest <= LEAST) break;
    widths[from.indexOf(widest)] = widest - 1;
  }
  return widths;
}
