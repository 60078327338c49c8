import type { Act, Incident, Ledger, Trouble } from '../ledger.js';

/** Of a clip so much may be missing: its first window is not read, and a sound server begins and ends as it likes. */
const SLACK_MS = 250;
/** A player that died so soon after it was started is followed by another: it may have sounded a little. */
const SOONEST_MS = 1_000;
/** A clip waits for those before it: four of 4 s, with a player started for each. */
const TURN_MS = 25_000;
/** What ends a clip in the middle, or with it those that wait. */
const ENDING = /^(mpv|agent)/;
/** What may still have been done, though nobody was told. */
const UNKNOWN = ['cut', 'late', null];

interface Announced {
  readonly act: Act;
  readonly n: number;
  readonly lengthMs: number;
}

/** Announcements that were promised and not heard, or heard more than once, or heard though they were refused or cancelled. */
export function judgeClips(ledger: Ledger): Record<'lost' | 'doubled', readonly Incident[]> {
  const { acts, clips } = ledger;
  if (clips === null) return { lost: [], doubled: [] };
  const announced = acts.flatMap((act): Announced[] => {
    const [, n, lengthMs] = /\/clips\/(\d+)\/(\d+)/.exec(JSON.stringify(act.params)) ?? [];
    return n === undefined ? [] : [{ act, n: Number(n), lengthMs: Number(lengthMs) }];
  });
  return {
    lost: announced.flatMap(one => missing(one, ledger)),
    doubled: announced.flatMap(one => tooMuch(one, ledger)),
  };
}

const heardOf = ({ clips }: Ledger, n: number) => (clips ?? []).filter(clip => clip.n === n);
const heardMsOf = (ledger: Ledger, n: number): number =>
  heardOf(ledger, n).reduce((sum, { heardMs }) => sum + heardMs, 0);

function cancelOf({ acts }: Ledger, { act }: Announced): Act | undefined {
  const { announcementId: id } = Object(act.result) as { readonly announcementId?: string };
  return acts.find(
    ({ method, params }) =>
      method === 'announcement.cancel' && (params as { announcementId?: string }).announcementId === id,
  );
}

function endings({ troubles }: Ledger, fromMs: number, toMs: number): readonly Trouble[] {
  return troubles.filter(
    ({ kind, fromMs: atMs, toMs: overMs }) =>
      ENDING.test(kind) && (overMs ?? Infinity) >= fromMs && atMs <= toMs,
  );
}

function missing(one: Announced, ledger: Ledger): readonly Incident[] {
  const { act, n, lengthMs } = one;
  const { atMs, doneMs, outcome } = act;
  if (outcome !== 'ok' || cancelOf(ledger, one) !== undefined) return [];
  const heardMs = heardMsOf(ledger, n);
  if (heardMs >= lengthMs - SLACK_MS) return [];
  const dueMs = (doneMs ?? atMs) + TURN_MS;
  const isOpen = (ledger.samples.at(-1)?.atMs ?? 0) < dueMs;
  if (isOpen || endings(ledger, atMs, heardOf(ledger, n).at(-1)?.toMs ?? dueMs).length > 0) return [];
  return [{ atMs, what: `clip ${n}: ${heardMs} of ${lengthMs} ms were heard` }];
}

function tooMuch(one: Announced, ledger: Ledger): readonly Incident[] {
  const { act, n, lengthMs } = one;
  const { atMs, outcome } = act;
  const heardMs = heardMsOf(ledger, n);
  const cancel = cancelOf(ledger, one);
  const lastMs = heardOf(ledger, n).at(-1)?.toMs ?? 0;
  const againMs = SOONEST_MS * endings(ledger, atMs, lastMs).length;
  const found: string[] = [];
  if (outcome !== 'ok' && !UNKNOWN.includes(outcome) && heardMs > 0) found.push(`heard, though ${outcome}`);
  if (heardMs > lengthMs + SLACK_MS + againMs) found.push(`${heardMs} ms were heard of ${lengthMs}`);
  if (cancel?.outcome === 'ok' && lastMs > (cancel.doneMs ?? Infinity) + SOONEST_MS)
    found.push('heard after it was cancelled');
  return found.map(what => ({ atMs, what: `clip ${n}: ${what}` }));
}
