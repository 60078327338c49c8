import type { Clock } from '../../contract/ports.js';

export interface MpvLivenessOptions {
  readonly clock: Clock;
  /** Time of the last sign of life, in milliseconds of the steady clock. */
  readonly heardMs: () => number;
  /**
   * Milliseconds until the next question if something sounds or a request is pending, when people would notice a hang;
   * otherwise null.
   */
  readonly busyForMs: () => number | null;
  /** Asks for the values that are needed each second of sound. */
  readonly ask: () => void;
  readonly onHung: () => void;
}

const hurryMs = 1000;
const idleEveryMs = 30_000;
/** Time allowed for an answer before the last question is sent. */
const unansweredMs = 900;
/** Time allowed for the answer to the last question. */
const lastChanceMs = 600;
/** An answer is owed only after this time: a process that dies when asked was well until then. */
const promptMs = 50;
/** A timer later than this shows that this process was busy and cannot judge others. */
const lateMs = 200;

/** Asks at intervals and detects a process that hangs. Any message from it meanwhile counts as a sign of life. */
export class MpvLiveness {
  readonly #options: MpvLivenessOptions;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;
  /** Steady milliseconds of the first question since the last message from the process. */
  #askedMs = Number.NEGATIVE_INFINITY;
  #isLastChance = false;
  #stopped = false;

  constructor(options: MpvLivenessOptions) {
    this.#options = options;
    this.#lookIn(idleEveryMs);
  }

  get #isOwed(): boolean {
    return this.#options.heardMs() < this.#askedMs;
  }

  /** One timer serves all purposes: each timer that is set and cleared wakes the process once more. */
  #lookIn(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#dueMs = this.#options.clock.steadyMs() + waitMs;
    this.#timer = setTimeout(() => {
      const wasLate = this.#options.clock.steadyMs() - this.#dueMs > lateMs;
      // Reads the messages that have arrived meanwhile first.
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
    // A question asked a moment ago does not count as unanswered.
    this.#isLastChance = isOwed && !wasLate && nowMs - this.#askedMs >= unansweredMs;
    this.#lookIn(this.#isLastChance ? lastChanceMs : (this.#options.busyForMs() ?? idleEveryMs));
    this.#options.ask();
  }

  /** Call this when the process becomes busy. */
  hurry(): void {
    const isSoon = this.#dueMs <= this.#options.clock.steadyMs() + hurryMs;
    if (!this.#stopped && !isSoon) this.#lookIn(hurryMs);
  }

  /** Milliseconds since its last message while it owes an answer; otherwise 0. */
  get silentMs(): number {
    const nowMs = this.#options.clock.steadyMs();
    return this.#isOwed && nowMs - this.#askedMs > promptMs ? nowMs - this.#options.heardMs() : 0;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
