import type { Verdict } from './measurement.js';
import type { Table } from './table.js';

export type Word = 'reached' | '**missed**' | 'not judged';

function toWord({ share }: Verdict): Word {
  if (share === null) return 'not judged';
  return share <= 1 ? 'reached' : '**missed**';
}

/** Without a finite limit there is no share. */
function toPercent(share: number | null): string {
  return share === null || !Number.isFinite(share) ? '–' : `${(Math.max(0, share) * 100).toFixed(0)} %`;
}

export function toVerdictTable(verdicts: readonly Verdict[]): Table {
  return {
    head: ['what', 'target', 'measured', 'share of the limit', 'floor', 'peer', ''],
    rows: verdicts.map(verdict => {
      const { what, target, figure, share, floor = '', peer = '' } = verdict;
      return [what, target, figure, toPercent(share), floor, peer, toWord(verdict)];
    }),
  };
}

/** A row of such a table, as read from the page. */
export interface VerdictRow {
  readonly what: string;
  readonly target: string;
  readonly figure: string;
  readonly floor: string;
  readonly peer: string;
  readonly word: Word;
  /** Higher is worse. */
  readonly rank: number;
}

/** Reads the verdicts from the text of a section. */
export function readVerdicts(section: string): readonly VerdictRow[] {
  const lines = section.matchAll(/^\| (.+) \| (reached|\*\*missed\*\*|not judged) \|$/gm);
  return [...lines].map(([, cells = '', found]) => {
    const word = found as Word;
    const [what = '', target = '', figure = '', share = '', floor = '', peer = ''] = cells.split(' | ');
    return { what, target, figure, floor, peer, word, rank: toRank(word, Number.parseFloat(share)) };
  });
}

function toRank(word: Word, percent: number): number {
  if (word === 'not judged') return -1;
  if (word === '**missed**') return Number.isNaN(percent) ? Infinity : Math.max(100, percent);
  return Number.isNaN(percent) ? 0 : percent;
}
