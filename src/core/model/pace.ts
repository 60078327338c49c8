/** When something began; steady milliseconds. */
export interface Since {
  readonly id: number;
  readonly sinceMs: number;
}

/** How quickly the service and the audio host have answered lately. */
export interface Pace {
  /** The newest question to the service, until it is answered. */
  readonly asked: Since | null;
  /** The newest load before which nothing sounded, until it sounds. */
  readonly fetched: Since | null;
  /** How long the service's last answer took, milliseconds; 0 before the first. */
  readonly answerMs: number;
  /** How long it took from the last such load to its sound, milliseconds; 0 before the first. */
  readonly soundMs: number;
}

export const NOTHING_MEASURED: Pace = { asked: null, fetched: null, answerMs: 0, soundMs: 0 };
