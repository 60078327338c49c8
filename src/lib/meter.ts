import type { Limit, RateLimit, Places } from '../contract/limits.js';
import { createAllowance } from './allowance.js';

/** Counts what a table of limits allows, of each who is counted. */
export interface Meter<Name extends string> {
  /**
   * Takes `many` (1) and returns 0; or takes none and returns how long to wait, milliseconds. `Infinity`: until
   * somebody leaves a place.
   */
  take(name: Name, who: string, many?: number): number;
  /** Returns what `take` would return, and takes nothing. */
  waitMs(name: Name, who: string, many?: number): number;
  /** Takes in any case: what has happened already. */
  note(name: Name, who: string, many?: number): void;
  /** How many may be taken at once; below 0 if too many were noted. */
  left(name: Name, who: string): number;
  /** Leaves a place that was taken; nothing happens where none was. */
  leave(name: Name, who: string): void;
}

type Count = Readonly<{
  waitMs(who: string, many: number): number;
  note(who: string, many: number): void;
  left(who: string): number;
  leave?(who: string): void;
}>;

/** How many are counted at a time; beyond that, the one that was noted longest ago is forgotten. */
const COUNTED = 1_024;

/** `steadyMs`: a clock that never jumps, milliseconds. */
export function createMeter<Name extends string>(
  table: Readonly<Record<Name, Limit>>,
  steadyMs: () => number,
): Meter<Name> {
  const counts = new Map<string, Count>(
    Object.entries<Limit>(table).map(([name, row]) => [name, createCount(row, steadyMs)]),
  );
  const countOf = (name: Name): Count => {
    const count = counts.get(name);
    if (count === undefined) throw new Error(`no limit is called ${name}`);
    return count;
  };
  return {
    take(name, who, many = 1) {
      const count = countOf(name);
      const waitMs = count.waitMs(who, many);
      if (waitMs === 0) count.note(who, many);
      return waitMs;
    },
    waitMs: (name, who, many = 1) => countOf(name).waitMs(who, many),
    note: (name, who, many = 1) => countOf(name).note(who, many),
    left: (name, who) => countOf(name).left(who),
    leave: (name, who) => countOf(name).leave?.(who),
  };
}

function createCount(row: Limit, steadyMs: () => number): Count {
  if ('places' in row) return countPlaces(row);
  if ('burst' in row) return countPace(row, steadyMs);
  const { most, withinMs } = row;
  return createAllowance({ most, withinMs, steadyMs });
}

function countPlaces({ places, inAll }: Places): Count {
  const held = new Map<string, number>();
  let count = 0;
  const left = (who: string): number => Math.min(places - (held.get(who) ?? 0), inAll - count);
  return {
    left,
    waitMs: (who, many) => (left(who) < many ? Infinity : 0),
    note(who, many) {
      held.set(who, (held.get(who) ?? 0) + many);
      count += many;
    },
    leave(who) {
      const own = held.get(who) ?? 0;
      if (own === 0) return;
      if (own === 1) held.delete(who);
      else held.set(who, own - 1);
      count -= 1;
    },
  };
}

/** Keeps a credit of time for each: two numbers and no timer. The debt is at most as large as the burst. */
function countPace({ perSecond, burst }: RateLimit, steadyMs: () => number): Count {
  const priceMs = 1000 / perSecond;
  const mostMs = burst * priceMs;
  const credits = new Map<string, { readonly creditMs: number; readonly atMs: number }>();

  function creditOf(who: string, nowMs: number): number {
    const last = credits.get(who);
    return last === undefined ? mostMs : Math.min(mostMs, last.creditMs + nowMs - last.atMs);
  }

  return {
    waitMs: (who, many) => Math.ceil(Math.max(0, many * priceMs - creditOf(who, steadyMs()))),
    left: who => creditOf(who, steadyMs()) / priceMs,
    note(who, many) {
      const atMs = steadyMs();
      const creditMs = Math.max(-mostMs, creditOf(who, atMs) - many * priceMs);
      credits.delete(who);
      credits.set(who, { creditMs, atMs });
      const [oldest] = credits.keys();
      if (credits.size > COUNTED && oldest !== undefined) credits.delete(oldest);
    },
  };
}
