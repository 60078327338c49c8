import { summarize } from '../bench/frame/statistics.js';
import { toFigure, toTerminal } from '../bench/frame/table.js';
import { judgeAlarms } from './judge/alarms.js';
import { judgeClaims } from './judge/claims.js';
import { judgeClips } from './judge/clips.js';
import { judgePlayed } from './judge/played.js';
import { judgeQuiet } from './judge/quiet.js';
import { judgeRecovery, type Recovery } from './judge/recovery.js';
import { judgeSilences } from './judge/silences.js';
import type { Incident, Ledger } from './ledger.js';

/** So much the recording may lag behind a report, in slots. */
const LAG_SLOTS = 10;

/** Resident memory in MiB. */
export interface Memory {
  readonly agent: number;
  readonly mpv: number;
}

export interface Outcome {
  readonly recoveries: readonly Recovery[];
  readonly played: number;
  readonly lost: readonly Incident[];
  /** Ends that the service's rules have believed. */
  readonly conceded: readonly Incident[];
  readonly doubled: readonly Incident[];
  /** Reports of more than was recorded. */
  readonly overstated: readonly Incident[];
  /** Silences without a true reason, and whatever else may never be. */
  readonly unexplained: readonly Incident[];
  readonly memory: readonly Memory[];
  readonly how: string;
}

export function judge(ledger: Ledger, memory: readonly Memory[], how: string): Outcome {
  const { count, lost, conceded, doubled } = judgePlayed(ledger);
  const clips = judgeClips(ledger);
  return {
    recoveries: judgeRecovery(ledger),
    played: count,
    lost: [...lost, ...clips.lost],
    conceded,
    doubled: [...doubled, ...clips.doubled],
    overstated: judgeClaims(ledger, LAG_SLOTS),
    unexplained: [
      ...judgeSilences(ledger),
      ...judgeAlarms(ledger),
      ...judgeQuiet(ledger),
      ...ledger.breaches,
    ],
    memory,
    how,
  };
}

export function incidentsOf({ lost, doubled, overstated, unexplained }: Outcome): readonly Incident[] {
  return [...lost, ...doubled, ...overstated, ...unexplained];
}

/** The rounds as one. */
export function addUp(rounds: readonly Outcome[]): Outcome {
  const kinds = [...new Set(rounds.flatMap(({ recoveries }) => recoveries.map(({ kind }) => kind)))].sort();
  const all = rounds.flatMap(({ recoveries }) => recoveries);
  return {
    recoveries: kinds.map(kind => {
      const own = all.filter(recovery => recovery.kind === kind);
      return {
        kind,
        count: own.reduce((sum, { count }) => sum + count, 0),
        backMs: own.flatMap(({ backMs }) => backMs),
      };
    }),
    played: rounds.reduce((sum, { played }) => sum + played, 0),
    lost: rounds.flatMap(({ lost }) => lost),
    conceded: rounds.flatMap(({ conceded }) => conceded),
    doubled: rounds.flatMap(({ doubled }) => doubled),
    overstated: rounds.flatMap(({ overstated }) => overstated),
    unexplained: rounds.flatMap(({ unexplained }) => unexplained),
    memory: rounds.flatMap(({ memory }) => [...memory.slice(0, 1), ...memory.slice(-1)]),
    how: rounds[0]?.how ?? '',
  };
}

export function toReport(
  total: Outcome,
  { minutes, seed }: { readonly minutes: number; readonly seed: number },
): string {
  const table = toTerminal({
    head: ['fault', 'times', 'silenced', 'median s to sound', 'worst'],
    rows: total.recoveries.map(({ kind, count, backMs }) => {
      const { median, worst } = summarize(backMs.map(ms => ms / 1_000));
      return [kind, String(count), String(backMs.length), median, worst];
    }),
  });
  const pair = (mark: Memory | undefined): string =>
    `agent ${toFigure(mark?.agent ?? Number.NaN)}, mpv ${toFigure(mark?.mpv ?? Number.NaN)}`;
  return [
    '',
    table,
    '',
    `${minutes} minutes, seed ${seed}; sound: ${total.how}`,
    `resident MiB at the start: ${pair(total.memory[0])}; at the end: ${pair(total.memory.at(-1))}`,
    `cut twice at the same place, and so over by the service’s rules: ${total.conceded.length}`,
    `tracks played ${total.played}, lost ${total.lost.length}, doubled ${total.doubled.length}, reported beyond the recording ${total.overstated.length}; unexplained ${total.unexplained.length}`,
  ].join('\n');
}
