/** A tenth of a second of an item, heard. `atMs` is `performance.now()`. */
export interface Heard {
  readonly atMs: number;
  /** The item's number among all that were handed out. */
  readonly n: number;
  readonly slot: number;
  /** The largest sample, of 20,000 at full volume. */
  readonly peak?: number;
}

/** A clip, heard from then to then; `heardMs` of it without what breaks. */
export interface HeardClip {
  /** The clip's number among all that were handed out. */
  readonly n: number;
  readonly fromMs: number;
  toMs: number;
  heardMs: number;
}

/** Evidence of sound that owes nothing to the agent. */
export interface Ear {
  /** How it listens, for the report. */
  readonly how: string;
  /** Everything heard so far, in the order in which it was. */
  readonly heard: readonly Heard[];
  /** Every clip that was heard, in the order in which they began; null: it cannot hear any. */
  readonly clips: readonly HeardClip[] | null;
  /** When music was last there. */
  readonly lastSoundMs: number;
  /** When the tone of an alarm was last there. */
  readonly lastToneMs: number;
  stop(): Promise<void>;
}
