/** What was seen of a round, made up: three tracks of six seconds, one after the other. */
import type { Act, Ledger, Report, Sample, Trouble } from '../ledger.js';
import type { Heard } from '../sound/ear.js';

/** Tenths of a track: `from` to `to` are heard from `atMs` on. */
export function hear(n: number, from: number, to: number, atMs: number): readonly Heard[] {
  return Array.from({ length: to - from }, (_, at) => ({ n, slot: from + at, atMs: atMs + at * 100 }));
}

export function createLedger(changes: Partial<Ledger>): Ledger {
  return {
    heard: [],
    samples: [],
    troubles: [],
    acts: [],
    entries: [],
    reports: [],
    items: [0, 1, 2].map(n => ({ trackToken: `${n}`, title: `${n}`, lengthMs: 6_000, blamed: 0, cutsS: [] })),
    clips: [],
    alarms: [],
    quiet: null,
    breaches: [],
    ...changes,
  };
}

export const act = (method: string, n: number, atMs: number, params: unknown = {}): Act => ({
  method,
  n,
  atMs,
  params,
  outcome: 'ok',
  doneMs: atMs + 50,
});
export const trouble = (
  kind: string,
  fromMs: number,
  toMs: number,
  changes: Partial<Trouble> = {},
): Trouble => ({
  kind,
  fromMs,
  toMs,
  lingersMs: 0,
  explains: [],
  unnoticedMs: 0,
  ...changes,
});
export const end = (n: number | null, atMs: number, changes: Partial<Report> = {}): Report => ({
  operation: 'setEnded',
  index: n ?? 0,
  elapsedS: 6,
  n,
  atMs,
  isAnswered: true,
  ...changes,
});

/** Ten looks a second. */
export function look(
  seconds: number,
  sample: (second: number) => Pick<Sample, 'isSounding' | 'told'> & Partial<Sample>,
  isOver = false,
): readonly Sample[] {
  const nothing = { isOver, isTone: false, isRinging: false, isUp: true };
  return Array.from({ length: seconds * 10 }, (_, at) => ({
    ...nothing,
    ...sample(at / 10),
    atMs: at * 100,
  }));
}

export function silentFrom(
  from: number,
  to: number,
  told: Sample['told'],
  isOver = false,
): readonly Sample[] {
  return look(
    to + 5,
    second =>
      second >= from && second < to ? { isSounding: false, told } : { isSounding: true, told: null },
    isOver,
  );
}
