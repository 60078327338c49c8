/**
 * Whatever brings many calls at once has them done in turns with the others, one in each: on a small machine the calls that one
 * client may make in a second are a second's work, and nobody waits for those of another.
 */
export interface Turns {
  /** Does it now, or in its turn, in order; false: it is not done, as too much of `who` waits: a client, by however many sessions, or a session that is not open yet. */
  take(who: string | object, call: () => void): boolean;
}

/** So long whoever is not taken may wait before the next try, milliseconds. */
export const CROWDED_RETRY_MS = 1_000;
/** Calls of one that wait. */
const MOST = 100;

export function createTurns(): Turns {
  /** Whoever was heard longest ago first. */
  const waiting = new Map<string | object, (() => void)[]>();
  /** Whose call was done just now; what else came with it waits. */
  let heard: string | object | null = null;

  function round(): void {
    const ready = [...waiting].flatMap(([who, calls]) => {
      const call = calls.shift();
      if (calls.length === 0) waiting.delete(who);
      return call ?? [];
    });
    // What came in meanwhile is read between two rounds.
    if (waiting.size > 0) setImmediate(round);
    for (const call of ready) call();
  }

  return {
    take(who, call) {
      const own = waiting.get(who);
      if (own === undefined && heard !== who) {
        heard = who;
        queueMicrotask(() => (heard = null));
        call();
        return true;
      }
      if (own !== undefined && own.length >= MOST) return false;
      if (waiting.size === 0) setImmediate(round);
      if (own === undefined) waiting.set(who, [call]);
      else own.push(call);
      return true;
    },
  };
}
