import { hushedSlots, isChoice, REFUSED, STRAY_MS, TAKES_MS } from './acts.js';
import type { Act, Entry, Incident, Ledger, Report, Trouble } from '../ledger.js';
import { SLOT_MS } from '../sound/coded-tone.js';
import { PEEKED_MS, SLACK_SLOTS, wasCutTwice } from './cuts.js';

/** What became of the tracks. */
export interface Played {
  /** Heard up to their last second. */
  readonly count: number;
  /** Left before their end, or with a hole, though neither a listener nor a fault of the item asked for it. */
  readonly lost: readonly Incident[];
  /** Cut twice within two seconds of the same place, which the service's rules take for the item's end. */
  readonly conceded: readonly Incident[];
  /** Heard twice without permission, or told to the service twice. */
  readonly doubled: readonly Incident[];
}

/** The end may be reported within the last two seconds: an agent killed then goes on with the next item. */
const LOOK_AHEAD_SLOTS = 2_000 / SLOT_MS;
const LEAVING = /^player\.(next|previous|replay)$/;
const MOVING = /^player\.(seek|replay)$/;
const UNDONE = [...REFUSED, 'cut'];
/** Fresh addresses after which an item counts as unplayable (service rules, "Playing, call by call"). */
const ITEM_TRIES = 3;

/** `slackSlots`: tenths of a second that may be missing of an item, or heard again in a row. */
export function judgePlayed(ledger: Ledger, slackSlots = SLACK_SLOTS): Played {
  const early = leftTooEarly(ledger, slackSlots);
  const isConceded = ({ n }: Early): boolean => wasCutTwice(ledger, n);
  const lost = [...early.filter(one => !isConceded(one)), ...strangers(ledger)];
  const doubled = [...heardTwice(ledger, slackSlots), ...endedTwice(ledger)];
  const ends = new Set(
    ledger.heard.filter(({ n, slot }) => slot >= lastSlot(ledger, n) - LOOK_AHEAD_SLOTS).map(({ n }) => n),
  );
  return { count: ends.size, lost, conceded: early.filter(isConceded), doubled };
}

function lastSlot({ items }: Ledger, n: number): number {
  return Math.floor((items[n]?.lengthMs ?? 0) / SLOT_MS) - 1;
}

interface Early extends Incident {
  readonly n: number;
}

function leftTooEarly(ledger: Ledger, slackSlots: number): readonly Early[] {
  const { entries, heard, items, acts } = ledger;
  const slots = new Map<number, Set<number>>();
  for (const { n, slot } of heard) slots.set(n, (slots.get(n) ?? new Set()).add(slot));
  return entries.slice(0, -1).flatMap((entry, at): Early[] => {
    const { n } = entry;
    const left = entries[at + 1] ?? entry;
    const item = items[n];
    if (item === undefined || item.blamed >= ITEM_TRIES) return [];
    if (wasLeftByListener(acts, left) || wasForgotten(ledger, entry, left)) return [];
    if (wasMovedToEnd(ledger, n)) return [];
    if (wasHeardAlready(ledger, entries[at - 1], entry)) return [];
    const before = entries[at - 1];
    const isSamePiece = before !== undefined && wentOn(ledger, before, entry);
    const ofItem = new Set([...(slots.get(n) ?? []), ...(isSamePiece ? (slots.get(before.n) ?? []) : [])]);
    const last = lastSlot(ledger, n);
    const isMoved = acts.some(
      act => act.n === n && MOVING.test(act.method) && !REFUSED.includes(act.outcome ?? ''),
    );
    const from = isMoved ? Math.max(0, last - SLACK_SLOTS) : 0;
    const missing = Array.from({ length: last + 1 - from }, (_, slot) => from + slot).filter(
      slot => !ofItem.has(slot),
    );
    if (missing.length <= slackSlots + hushedSlots(ledger, entry, left.atMs)) return [];
    const where = `${missing[0] ?? 0}…${missing.at(-1) ?? 0}`;
    return [
      {
        n,
        atMs: left.atMs,
        what: `item ${n}: ${missing.length} of ${last + 1} tenths were never heard (${where})`,
      },
    ];
  });
}

/** A listener moved to its last seconds: none of them need be heard. */
function wasMovedToEnd({ acts, heard, items }: Ledger, n: number): boolean {
  const endMs = (items[n]?.lengthMs ?? Infinity) - SLACK_SLOTS * SLOT_MS;
  return acts.some(({ n: of, method, outcome, params, atMs }) => {
    if (of !== n || method !== 'player.seek' || REFUSED.includes(outcome ?? '')) return false;
    const { positionMs, offsetMs } = params as { readonly positionMs?: number; readonly offsetMs?: number };
    const from = heard.findLast(one => one.n === n && one.atMs <= atMs)?.slot ?? 0;
    return (positionMs ?? from * SLOT_MS + (offsetMs ?? 0)) >= endMs;
  });
}

function isLeaving({ method, params }: Act): boolean {
  if (LEAVING.test(method)) return true;
  if (method === 'player.play' || method.startsWith('alarm ')) return isChoice(params);
  return method === 'feedback.set' && (params as { readonly value?: unknown }).value === 'DOWN';
}

function wasLeftByListener(acts: readonly Act[], { atMs }: Entry): boolean {
  return acts.some(act => {
    if (!isLeaving(act) || act.atMs > atMs + SLOT_MS || REFUSED.includes(act.outcome ?? '')) return false;
    const strayMs = act.outcome === 'ok' ? TAKES_MS : STRAY_MS;
    return act.doneMs === null || atMs <= act.doneMs + strayMs;
  });
}

function wasForgotten({ troubles }: Ledger, { atMs: fromMs }: Entry, { atMs: toMs }: Entry): boolean {
  return troubles.some(
    ({ kind, fromMs: at }) => kind === 'source forgotten' && at >= fromMs - SLOT_MS && at <= toMs,
  );
}

/** The source was set again, and began with the piece that sounded still: that went on in its place. */
function wentOn(ledger: Ledger, before: Entry, entry: Entry): boolean {
  const title = ledger.items[entry.n]?.title ?? null;
  const isSame = title !== null && title === ledger.items[before.n]?.title;
  return isSame && wasForgotten(ledger, before, entry);
}

/** And it came to its end there. */
function wasHeardAlready(ledger: Ledger, before: Entry | undefined, entry: Entry): boolean {
  if (before === undefined || !wentOn(ledger, before, entry)) return false;
  const last = lastSlot(ledger, before.n) - LOOK_AHEAD_SLOTS;
  return ledger.heard.some(({ n, slot, atMs }) => n === before.n && slot >= last && atMs > entry.atMs);
}

/**
 * An item that the service never went to, though it went on. What it had peeked may sound until it can be asked again; once it has
 * forgotten the source, or a listener has chosen another, that is another one.
 */
function strangers(ledger: Ledger): readonly Incident[] {
  const { heard, entries, troubles } = ledger;
  const entered = new Set(entries.map(({ n }) => n));
  const forgotten = troubles.filter(({ kind }) => kind === 'source forgotten');
  const strange = new Map<number, { atMs: number; lastMs: number; slots: number }>();
  for (const { n, atMs } of heard) {
    if (entered.has(n)) continue;
    const known = strange.get(n);
    if (known === undefined) strange.set(n, { atMs, lastMs: atMs, slots: 1 });
    else Object.assign(known, { slots: known.slots + 1, lastMs: atMs });
  }
  return [...strange]
    .filter(([, { slots, atMs }]) => slots > SLACK_SLOTS && entries.some(entry => entry.atMs > atMs))
    .filter(
      ([, { atMs, lastMs }]) =>
        !forgotten.some(({ fromMs }) => fromMs <= lastMs && atMs - fromMs <= PEEKED_MS) &&
        !wasLeftUntold(ledger, atMs, lastMs),
    )
    .map(([n, { atMs, slots }]) => ({
      atMs,
      what: `item ${n}: ${slots} tenths were heard, but the service was never at it`,
    }));
}

/** Between the two the service could not be told of it, and a listener chose another source. */
function wasLeftUntold({ acts, troubles }: Ledger, atMs: number, lastMs: number): boolean {
  return (
    acts.some(
      act => isChoice(act.params) && isLeaving(act) && act.atMs >= atMs && act.atMs <= lastMs + TAKES_MS,
    ) &&
    troubles.some(
      ({ explains, fromMs, toMs, lingersMs }) =>
        (explains.includes('offline') || explains.includes('serviceError')) &&
        fromMs <= lastMs &&
        (toMs ?? Infinity) + lingersMs >= atMs,
    )
  );
}

function heardTwice({ heard, acts }: Ledger, slackSlots: number): readonly Incident[] {
  const seen = new Map<number, Set<number>>();
  const runs = new Map<number, number>();
  const found: Incident[] = [];
  const moves = acts.filter(({ method, outcome }) => MOVING.test(method) && !UNDONE.includes(outcome ?? ''));
  let taken = 0;
  for (const { n, slot, atMs } of heard) {
    for (; (moves[taken]?.atMs ?? Infinity) + TAKES_MS < atMs; taken += 1) seen.delete(moves[taken]?.n ?? -1);
    const isMoving = moves.some(
      act => act.n === n && act.atMs <= atMs && atMs <= (act.doneMs ?? Infinity) + TAKES_MS,
    );
    const ofItem = seen.get(n) ?? new Set();
    seen.set(n, ofItem);
    if (isMoving) continue;
    const run = ofItem.has(slot) ? (runs.get(n) ?? 0) + 1 : 0;
    runs.set(n, run);
    ofItem.add(slot);
    if (run === slackSlots + 1)
      found.push({ atMs, what: `item ${n}: ${run} tenths up to ${slot / 10} s were heard twice` });
  }
  return found;
}

/**
 * The last item of a source stays current after its end: where the answer to that report was lost, or the agent that
 * was told died, nobody can tell whether it was taken, and it is sent once more.
 */
function isUndecidable({ troubles }: Ledger, first: Report, again: Report): boolean {
  const isRestart = ({ kind, fromMs }: Trouble): boolean =>
    kind.startsWith('agent') && fromMs > first.atMs && fromMs < again.atMs;
  return !first.isAnswered || troubles.some(isRestart);
}

/** It may have been on its way for so long that its caller had given it up, and gone elsewhere. */
export function isStray({ troubles }: Ledger, { atMs }: Report): boolean {
  return troubles.some(
    ({ kind, fromMs, toMs }) => kind === 'latency' && fromMs < atMs && atMs < (toMs ?? Infinity) + STRAY_MS,
  );
}

function endedTwice(ledger: Ledger): readonly Incident[] {
  const { reports, items } = ledger;
  const ended = new Map<number, Report>();
  return reports.flatMap((report): Incident[] => {
    const { atMs, operation, index, elapsedS, n } = report;
    const lengthS = Math.ceil((items[n ?? 0]?.lengthMs ?? 0) / 1_000);
    const isEnd =
      operation === 'setEnded' ||
      operation === 'skip' ||
      (operation === 'setProgress' && elapsedS >= lengthS);
    if (!isEnd) return [];
    const first = n === null ? undefined : ended.get(n);
    if (n !== null) ended.set(n, report);
    const isExcused =
      first === undefined ? n !== null || isStray(ledger, report) : isUndecidable(ledger, first, report);
    if (isExcused) return [];
    return [
      { atMs, what: `the end of item ${n ?? `with index ${index}`} was reported again (${operation})` },
    ];
  });
}
