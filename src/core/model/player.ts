/** What is in the player for an entry. */
export interface Held {
  readonly loadId: number;
  readonly entry: number;
  /** The jump of the entry that it follows. */
  readonly cue: number;
  /** `over`: at its end, with the next one about to start. */
  readonly is: 'opening' | 'sounding' | 'starved' | 'seeking' | 'over';
}

/** The player as it was last told to be, corrected by what it says. */
export interface Player {
  readonly alive: boolean;
  readonly deaths: number;
  readonly held: Held | null;
  /** Appended, to begin without a gap. */
  readonly behind: { readonly loadId: number; readonly entry: number } | null;
  /** It was told to forget everything, and to load nothing since: it holds no sound device. */
  readonly isEmpty: boolean;
  readonly isRunning: boolean;
  readonly hasDevice: boolean;
  /** Null: it has not been told. */
  readonly volume: number | null;
  readonly muted: boolean | null;
}
