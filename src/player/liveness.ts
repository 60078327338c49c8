import type { Clock } from '../ports.js';

export interface LivenessOptions {
  readonly clock: Clock;
  /** Steady milliseconds of the last sign of life. */
  readonly heardMs: () => number;
  /**
   * Milliseconds until the next question where something sounds, or an answer is awaited: then a hang is noticed by
   * people. Null where neither is so.
   */
  readonly busyForMs: () => number | null;
  /** Asks what is worth knowing each second of sound. */
  readonly ask: () => void;
  readonly onHung: () => void;
}

export interface Liveness {
  /** To be called when it becomes busy. */
  hurry(): void;
  /** Milliseconds since its last word, where it owes an answer. */
  readonly silentMs: number;
  stop(): void;
}

const hurryMs = 1000;
const idleEveryMs = 30_000;
/** So long it may take over an answer before it is asked for the last time. */
const unansweredMs = 900;
/** For the answer to that. */
const lastChanceMs = 600;
/** An answer is owed after so long: one that dies as it is asked was well until then. */
const promptMs = 50;
/** A timer that is later than this tells that we were busy ourselves, and so cannot judge others. */
const lateMs = 200;

/** Asks in its own time, and notices by that a process that hangs: any word from it meanwhile is a sign of life. */
export function watchLiveness(options: LivenessOptions): Liveness {
  return new AskedForLife(options);
}

class AskedForLife implements Liveness {
  readonly #options: LivenessOptions;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;
  /** Steady milliseconds of the first question since its last word. */
  #askedMs = Number.NEGATIVE_INFINITY;
  #isLastChance = false;
  #stopped = false;

  constructor(options: LivenessOptions) {
    this.#options = options;
    this.#lookIn(idleEveryMs);
  }

  get #isOwed(): boolean {
    return this.#options.heardMs() < this.#askedMs;
  }

  /** One timer for all of it: each that is set and cleared wakes the process once more. */
  #lookIn(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#dueMs = this.#options.clock.steadyMs() + waitMs;
    this.#timer = setTimeout(() => {
      const wasLate = this.#options.clock.steadyMs() - this.#dueMs > lateMs;
      // What has come meanwhile is read before that.
      setImmediate(() => this.#look(wasLate));
    }, waitMs);
  }

  #look(wasLate: boolean): void {
    if (this.#stopped) return;
    const isOwed = this.#isOwed;
    if (isOwed && this.#isLastChance && !wasLate) {
      this.#options.onHung();
      return;
    }
    const nowMs = this.#options.clock.steadyMs();
    if (!isOwed) this.#askedMs = nowMs;
    // Questions of a moment ago are none that went unanswered.
    this.#isLastChance = isOwed && !wasLate && nowMs - this.#askedMs >= unansweredMs;
    this.#lookIn(this.#isLastChance ? lastChanceMs : (this.#options.busyForMs() ?? idleEveryMs));
    this.#options.ask();
  }

  hurry(): void {
    const isSoon = this.#dueMs <= this.#options.clock.steadyMs() + hurryMs;
    if (!this.#stopped && !isSoon) this.#lookIn(hurryMs);
  }

  get silentMs(): number {
    const nowMs = this.#options.clock.steadyMs();
    return this.#isOwed && nowMs - this.#askedMs > promptMs ? nowMs - this.#options.heardMs() : 0;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
