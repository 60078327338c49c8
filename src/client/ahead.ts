/** The speaker's wall clock, as far as what it says tells. */
export interface Ahead {
  /** It has just said that this is its time. */
  note(speakerMs: number): void;
  /** What it says next is all that is known. */
  forget(): void;
  /** Null before it said anything. */
  nowMs(): number | null;
}

/** No word is on its way for so long: the speaker's clock was set back. */
const SET_BACK_MS = 60_000;

/**
 * What it says is on its way for a while: the word that came quickest counts. A clock that stands while the device sleeps is no
 * help alone, and one that is set is none either: of both the later one counts, as whoever is too early is turned away.
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
