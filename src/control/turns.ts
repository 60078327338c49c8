/**
 * Schedules calls in turns, one per client and round: on a small machine the calls that one client may make in a second
 * take a second, and no other client should wait for them.
 */
export interface Turns {
  /**
   * Makes the call now or in its turn, in order. `who`: a client with all its sessions, or an unopened session. Returns
   * false, without making the call, if too many calls of `who` are waiting.
   */
  take(who: string | object, call: () => void): boolean;
}

/** Retry delay given when a call is not taken, milliseconds. */
export const CROWDED_RETRY_MS = 1_000;
/** How many calls of one client may wait. */
const MOST = 100;

export function createTurns(): Turns {
  /** In order of the last call, oldest first. */
  const waiting = new Map<string | object, (() => void)[]>();
  /** The clients whose calls were made in this turn of the event loop; their other calls wait. */
  const heard = new Set<string | object>();

  function round(): void {
    const ready = [...waiting].flatMap(([who, calls]) => {
      const call = calls.shift();
      if (calls.length === 0) waiting.delete(who);
      return call ?? [];
    });
    // New messages are read between two rounds.
    if (waiting.size > 0) setImmediate(round);
    for (const call of ready) call();
  }

  return {
    take(who, call) {
      const own = waiting.get(who);
      if (own === undefined && !heard.has(who)) {
        if (heard.size === 0) setImmediate(() => heard.clear());
        heard.add(who);
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
