/** Where an item goes on, within bounds that a slow machine keeps as well. */
import type { Test } from 'tap';
import type { PublicState } from '../../../src/contract/public-state.js';
import { isSounding, type Phone } from '../../fakes/phones/phone.js';
import { type HoldUps, slack, watchHoldUps } from '../slowness.js';

/** What sounded between the mark and the silence, and what a player tells beside what it does. */
const ON_MS = 2_500;
/** What may be missing of the time that has passed, where no silence was told. */
const BEHIND_MS = 1_500;

/** A place that phones were told, and when that was, both in milliseconds. */
export interface Mark {
  readonly positionMs: number;
  readonly atMs: number;
  /** Of this process, since then. */
  readonly holdUps: HoldUps;
}

export async function markPlace(phone: Phone): Promise<Mark> {
  const holdUps = watchHoldUps();
  const positionMs = await phone.askPositionMs();
  return { positionMs, atMs: performance.now(), holdUps };
}

/** The place at which phones were first told that it is so, from their event number `from` on. */
export function firstPlaceMs(phone: Phone, holds: (state: PublicState) => boolean, from = 0): number {
  const states = [...(from === 0 ? [phone.first] : []), ...phone.seen.slice(from).map(({ state }) => state)];
  return states.find(holds)?.position.positionMs ?? Infinity;
}

/** The place at which phones were told that sound is back, after the last silence that they know of. */
function returnPlaceMs({ first, seen }: Phone): number {
  const states = [first, ...seen.map(({ state }) => state)];
  const back = states[states.findLastIndex(state => !isSounding(state)) + 1];
  return back?.position.positionMs ?? Infinity;
}

/** Checks that sound came back where it was: no silence, however long, counts as heard. */
export function checkGoesOn(t: Test, phone: Phone, mark: Mark, backMs: number): void {
  const { positionMs: fromMs, holdUps } = mark;
  const placeMs = returnPlaceMs(phone);
  const [leastMs, mostMs] = [fromMs - slack(backMs), fromMs + holdUps.slack(ON_MS)];
  const [at, from, least, most] = [placeMs, fromMs, leastMs, mostMs].map(Math.round);
  t.ok(placeMs > leastMs && placeMs < mostMs, `${at} after ${from}: within ${least} and ${most}`);
}

/** Checks that since the mark it has come as far as time has passed: no stall went untold. */
export async function checkKeepsUp(t: Test, phone: Phone, mark: Mark): Promise<void> {
  const dueMs = mark.positionMs + performance.now() - mark.atMs;
  const positionMs = await phone.askPositionMs();
  const [at, due] = [positionMs, dueMs].map(Math.round);
  t.ok(
    positionMs > dueMs - mark.holdUps.slack(BEHIND_MS),
    `${at}, and ${due} by the clock: it never stood still`,
  );
}
