import { hushedSlots, isChoice, STRAY_MS } from './acts.js';
import type { Incident, Ledger, Report } from '../ledger.js';
import { wasCutTwice } from './cuts.js';
import { isStray } from './played.js';
import { SLOT_MS } from '../sound/coded-tone.js';

/** The end may be reported within the last two seconds where answers are slow. */
const AHEAD_MS = 2_000;
/** Fresh addresses after which an item is given up: its end has to be told, or the service would never go on. */
const ITEM_TRIES = 3;
const JUMPS = /^player\.(seek|replay)$/;
const SKIPS = /^player\.next$/;

/**
 * Reports of more than was recorded of the item by then. Not judged: an item that was given up, one in which a listener
 * jumped, what was muted or faded away, and the full length of an item that was cut twice, or by which profile `core` skips
 * it for a listener. `slackSlots`: tenths of a second that the recording may lag behind.
 */
export function judgeClaims(ledger: Ledger, slackSlots: number): readonly Incident[] {
  const { reports, heard, items, acts, entries, troubles } = ledger;
  const jumped = new Set(acts.filter(({ method }) => JUMPS.test(method)).map(({ n }) => n));
  // Once the source is set again, the same piece has another number, and goes on.
  const isSet = troubles.some(({ kind }) => kind === 'source forgotten');
  const isSkip = (atMs: number): boolean =>
    acts.some(
      ({ method, atMs: fromMs, doneMs, outcome }) =>
        SKIPS.test(method) &&
        fromMs <= atMs &&
        atMs <= (doneMs ?? Infinity) + (outcome === 'ok' ? 0 : STRAY_MS),
    );
  return reports.flatMap((report): Incident[] => {
    const { n, atMs, operation, elapsedS } = report;
    const item = n === null ? undefined : items[n];
    if (item === undefined || item.blamed >= ITEM_TRIES || jumped.has(n)) return [];
    const isEnd = elapsedS * 1_000 >= item.lengthMs;
    if (isEnd && (isSkip(atMs) || wasCutTwice(ledger, n ?? -1) || isOfAnother(ledger, report))) return [];
    const claimedMs = Math.min(elapsedS * 1_000, item.lengthMs);
    const aheadMs = isEnd ? AHEAD_MS : 0;
    const isOfPiece = (of: number): boolean =>
      of === n || (isSet && item.title !== null && items[of]?.title === item.title);
    const slots = heard.filter(one => isOfPiece(one.n) && one.atMs <= atMs).map(({ slot }) => slot);
    const entry = entries.find(one => one.n === n) ?? { n: n ?? 0, atMs };
    const heardMs = (new Set(slots).size + hushedSlots(ledger, entry, atMs) + slackSlots) * SLOT_MS;
    if (claimedMs - aheadMs <= heardMs) return [];
    return [{ atMs, what: `item ${n}: ${operation} claims ${claimedMs} ms; ${heardMs} ms were heard` }];
  });
}

/** It was under way while a listener chose another source, whose first item has the same index. */
function isOfAnother(ledger: Ledger, report: Report): boolean {
  return (
    isStray(ledger, report) &&
    ledger.acts.some(
      ({ params, atMs }) => isChoice(params) && atMs <= report.atMs && report.atMs <= atMs + STRAY_MS,
    )
  );
}
