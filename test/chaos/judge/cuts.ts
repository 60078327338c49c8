import type { Ledger, Trouble } from '../ledger.js';
import { SLOT_MS } from '../sound/coded-tone.js';
import type { Heard } from '../sound/ear.js';

/** Parts up to two seconds may be missing or heard again: a killed agent knows its place to the second. */
export const SLACK_SLOTS = 2_000 / SLOT_MS;
/** How long a source set anew may make a peeked item a wrong one: as long as the service can be away. */
export const PEEKED_MS = 90_000;
/** What ends a stream in the middle. */
const CUTTING = /^(audio (cut|stalled)|addresses lapsed|service and audio refused)$/;
/** The agent may be back so soon. */
const BREAK_MS = 250;

/** Whether its audio was cut twice within two seconds of its last sound, or broke off there before while audio was being cut. */
export function wasCutTwice({ heard, troubles, items }: Ledger, n: number): boolean {
  const own = heard.filter(one => one.n === n);
  const last = own.at(-1);
  const lastSlot = last?.slot ?? 0;
  const cuts = (items[n]?.cutsS ?? []).filter(s => Math.abs((s * 1_000) / SLOT_MS - lastSlot) <= SLACK_SLOTS);
  if (cuts.length >= 2) return true;
  if (last === undefined) return false;
  const isNear = ({ slot }: Heard): boolean => Math.abs(lastSlot - slot) <= SLACK_SLOTS;
  const breaks = own.filter(
    (one, at) => (own[at + 1]?.atMs ?? 0) - one.atMs > BREAK_MS || (own[at + 1]?.slot ?? Infinity) < one.slot,
  );
  const isCutting = ({ kind, fromMs }: Trouble): boolean =>
    CUTTING.test(kind) && fromMs >= (own[0]?.atMs ?? 0) - PEEKED_MS && fromMs <= last.atMs;
  return breaks.some(isNear) && troubles.filter(isCutting).length > 0;
}
