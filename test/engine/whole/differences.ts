/** A kind of difference to the oracle that is wanted: its signature, or what it matches, and why. */
interface Wanted {
  readonly signature: string | RegExp;
  readonly reason: string;
}

export const WANTED: readonly Wanted[] = [];
