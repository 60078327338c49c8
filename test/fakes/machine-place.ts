/** Where an item goes on, within bounds that a slow machine keeps as well. */
import type { Test } from 'tap';
import type { PublicState } from '../../src/core/public-state.js';
import type { Phone } from './agent-phone.js';
import { slack } from './machine-slowness.js';

/** What a player tells may be beside what it does by so much. */
const NEAR_MS = 500;

/** A place that phones were told, and when that was, both in milliseconds. */
export interface Mark {
  readonly positionMs: number;
  readonly atMs: number;
}

export async function markPlace(phone: Phone): Promise<Mark> {
  const atMs = performance.now();
  return { positionMs: await phone.askPositionMs(), atMs };
}

/** The place at which phones were first told that it is so, from their event number `from` on. */
export function firstPlaceMs(phone: Phone, holds: (state: PublicState) => boolean, from = 0): number {
  const states = [...(from === 0 ? [phone.first] : []), ...phone.seen.slice(from).map(({ state }) => state)];
  return states.find(holds)?.position.positionMs ?? Infinity;
}

/** Checks that it is no further on than time has passed, and no further back than `backMs`. */
export function checkGoesOn(t: Test, phone: Phone, mark: Mark, backMs: number): void {
  const { positionMs } = phone.state.position;
  const leastMs = mark.positionMs - slack(backMs);
  const mostMs = mark.positionMs + performance.now() - mark.atMs + NEAR_MS;
  const words = [positionMs, mark.positionMs, leastMs, mostMs].map(Math.round);
  const [at, from, least, most] = words;
  t.ok(positionMs > leastMs && positionMs < mostMs, `${at} after ${from}: within ${least} and ${most}`);
}
