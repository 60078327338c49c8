/** Plays clips beside what is loaded. */
export interface Announcer {
  /**
   * Takes a clip of any format; of one that has to be decoded, at most 31 s. Resolves with its length, milliseconds; null
   * if it has no audio.
   */
  take(id: string, clip: Buffer, signal: AbortSignal): Promise<number | null>;
  /** Does the same with a text to be spoken; null also if no program can speak it. */
  say(id: string, text: string, signal: AbortSignal): Promise<number | null>;
  /** Takes the two low tones that answer what cannot be done. Returns their length, milliseconds. */
  takeTones(id: string): number;
  /** Plays a clip that was taken, and drops earlier ones. Resolves when it is over, or cannot be heard. */
  begin(id: string, volume: number): Promise<void>;
  /** Drops the clip, or ends it if it sounds. */
  end(id: string): void;
  stop(): void;
}
