import { summarize } from './statistics.js';

export type Cell = string | number;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Three digits that mean something; a dash where there is no number. */
export function toFigure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export const SUMMARY_HEAD = ['n', 'median', '99th', 'worst'];

/** The cells under `SUMMARY_HEAD`. */
export function summaryCells(values: readonly number[]): readonly Cell[] {
  const { count, median, p99, worst } = summarize(values);
  return [String(count), median, p99, worst];
}

/** A table of series, by what they are called. */
export function seriesTable(
  title: string,
  series: Readonly<Record<string, readonly number[]>>,
  what = 'who',
): { readonly title: string; readonly table: Table } {
  const rows = Object.entries(series).map(([name, values]) => [name, ...summaryCells(values)]);
  return { title, table: { head: [what, ...SUMMARY_HEAD], rows } };
}

const toText = (cell: Cell): string => (typeof cell === 'number' ? toFigure(cell) : cell);

/** A table for a terminal. */
export function toTerminal({ head, rows }: Table): string {
  const lines = [head, ...rows].map(row => row.map(toText));
  const widths = head.map((_, at) => Math.max(...lines.map(line => (line[at] ?? '').length)));
  return lines
    .map(line =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

export function toMarkdown({ head, rows }: Table): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.map(toText).join(' | ')} |`;
  const rule = `|${head.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
