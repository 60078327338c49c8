import type { Line, Style } from '../text/line.js';
import { pad, wrap } from '../text/width.js';
import type { Finding, Level } from './finding.js';

const SIGNS: Readonly<Record<Level, string>> = {
  broken: 'BROKEN',
  warning: 'warning',
  note: 'note',
  ok: 'ok',
};
const STYLES: Readonly<Record<Level, Style | null>> = {
  broken: 'red',
  warning: 'yellow',
  note: null,
  ok: 'green',
};
const SIGN = 8;
const CHECK = 14;
const INDENT = SIGN + CHECK;
/** On a narrower terminal, the terminal itself wraps the lines. */
const LEAST = 30;

/** Returns one line for each finding, wrapped on a terminal, and a summary by level. */
export function toReport(findings: readonly Finding[], columns: number): Line[] {
  return [...findings.flatMap(finding => toLines(finding, columns - INDENT)), toSummary(findings)];
}

function toLines({ check, level, text, remedy }: Finding, columns: number): Line[] {
  const style = STYLES[level];
  const sign = pad(SIGNS[level], SIGN);
  const first = [style === null ? sign : { text: sign, style }, pad(check, CHECK)];
  const isWhole = columns < LEAST || columns === Number.POSITIVE_INFINITY;
  if (isWhole) return [[...first, `${text}${remedy === undefined ? '' : ` → ${remedy}`}`]];
  const [head = '', ...rest] = [
    ...wrap(text, columns),
    ...(remedy === undefined ? [] : wrap(`→ ${remedy}`, columns)),
  ];
  return [[...first, head], ...rest.map(line => [' '.repeat(INDENT) + line])];
}

function toSummary(findings: readonly Finding[]): Line {
  const count = (level: Level): number => findings.filter(finding => finding.level === level).length;
  const [broken, warnings, notes] = [count('broken'), count('warning'), count('note')];
  const isWhole = findings.every(({ unseen }) => unseen !== true);
  const fine = isWhole ? 'Nothing is broken' : 'Nothing broken was found';
  const parts = [
    broken === 0 ? fine : `${broken} broken`,
    ...(warnings === 0 ? [] : [toCount(warnings, 'warning')]),
    ...(notes === 0 ? [] : [toCount(notes, 'note')]),
    `${count('ok')} ok`,
  ];
  return [{ text: `${parts.join(', ')}.${isWhole ? '' : ' Not everything was checked.'}`, style: 'bold' }];
}

function toCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
