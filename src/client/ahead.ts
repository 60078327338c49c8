/** An estimate of the speaker's wall clock, made from the times that its messages carry. */
export interface Ahead {
  /** Records that a message with the speaker's time, in epoch milliseconds, has just arrived. */
  note(speakerMs: number): void;
  /** Discards the estimate; the next `note` starts a new one. */
  forget(): void;
  /** Returns the speaker's estimated time in epoch milliseconds, or null before the first `note`. */
  nowMs(): number | null;
}

/** No message is under way this long: an estimate that falls by more means that the speaker's clock was set back. */
const SET_BACK_MS = 60_000;

/**
 * Creates an estimate without any note. Each message is delayed on its way, so the least delayed one, which gives the
 * highest offset, counts. Offsets are kept against two local clocks: the steady clock stops while the device sleeps,
 * and the wall clock may be set. The later of both results counts, because the speaker rejects a command whose expiry
 * was computed from too early a time.
 */
export function createAhead(steadyMs: () => number, wallMs: () => number = Date.now): Ahead {
  let known: { readonly steady: number; readonly wall: number } | null = null;
  return {
    note(speakerMs) {
      const now = { steady: speakerMs - steadyMs(), wall: speakerMs - wallMs() };
      if (known !== null && Math.max(now.steady - known.steady, now.wall - known.wall) < -SET_BACK_MS)
        known = null;
      known = {
        steady: Math.max(now.steady, known?.steady ?? now.steady),
        wall: Math.max(now.wall, known?.wall ?? now.wall),
      };
    },
    forget() {
      known = null;
    },
    nowMs: () => known && Math.max(known.steady + steadyMs(), known.wall + wallMs()),
  };
}
