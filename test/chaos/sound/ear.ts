/** A tenth of a second of an item, heard. `atMs` is `performance.now()`. */
export interface Heard {
  readonly atMs: number;
  /** The item's number among all that were handed out. */
  readonly n: number;
  readonly slot: number;
}

/** Evidence of sound that owes nothing to the agent. */
export interface Ear {
  /** How it listens, for the report. */
  readonly how: string;
  /** Everything heard so far, in the order in which it was. */
  readonly heard: readonly Heard[];
  /** When sound was last there, whatever it was. */
  readonly lastSoundMs: number;
  stop(): Promise<void>;
}
