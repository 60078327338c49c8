import type { RequestOptions } from './mpv-driver.js';
import { type MpvCommand, toMilliseconds } from './mpv-message.js';
import type { Sound } from './sound.js';

/**
 * The sound device of one mpv process: let go in a long pause, and opened again when something is to sound. By way of
 * mpv's `ao`: a track that is deselected (`aid`) forgets all that was fetched of it and asks the host anew, which may
 * refuse by then. Another output forgets only what it holds itself, some tenths of a second, made again from their place.
 */
export interface Device {
  /** Lets it go; to be called while paused. What is loaded stays, and may be replaced, as ever. */
  release(): Promise<void>;
  /** What waits in the output must be made anew before it may sound: `renew` instead of going on. */
  readonly isStale: boolean;
  /** Opens it again, if it was let go, for another file, which is to be asked for right behind this. */
  open(): Promise<unknown>;
  /** Opens it again, if it was let go, makes anew what waits in the output, and sounds as soon as that is there. */
  renew(): Promise<void>;
  /** A seek has landed. */
  landed(): void;
  /** What was about to sound shall not. */
  stay(): void;
}

export interface DeviceOptions {
  readonly request: (command: MpvCommand, options?: RequestOptions) => Promise<unknown>;
  readonly sound: Sound;
  /** What mpv's `ao` is when something sounds. */
  readonly output: unknown;
}

export function createDevice(options: DeviceOptions): Device {
  return new MpvDevice(options);
}

class MpvDevice implements Device {
  readonly #options: DeviceOptions;
  #released: Promise<unknown> | null = null;
  /** What waits in the output; `renewing`: a seek to the place is under way. */
  #what: 'good' | 'stale' | 'renewing' = 'good';
  /** Sound goes on when that seek has landed: earlier, something of another place would be heard for a moment. */
  #isAwaited = false;

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  /** The clock is not exact enough: mpv knows what has sounded. */
  #keepPlace(): Promise<unknown> {
    return this.#options
      .request(['get_property', 'time-pos'], {
        onReply: seconds => {
          const placeMs = toMilliseconds(seconds);
          if (placeMs !== null && this.#options.sound.isHeld && !this.#options.sound.aim.isOpen)
            this.#options.sound.aim.send(Math.max(0, placeMs));
        },
      })
      .catch(() => undefined);
  }

  /** Not so once it was paused again, replaced, or renewed by another call. */
  #isDue(): boolean {
    return this.#isAwaited && this.#what === 'stale';
  }

  #unpause(): Promise<unknown> {
    return this.#options.request(['set_property', 'pause', false]);
  }

  async open(): Promise<void> {
    this.#what = 'good';
    this.#isAwaited = false;
    if (this.#released === null) return;
    this.#released = null;
    await this.#options.request(['set_property', 'ao', this.#options.output]);
  }

  landed(): void {
    if (this.#what === 'renewing') this.#what = 'good';
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    // It fails with its process only, of which the player tells.
    this.#unpause().catch(() => undefined);
  }

  async release(): Promise<void> {
    this.#what = 'stale';
    this.#isAwaited = false;
    // Carried out in order: the place is told of the output that has sounded.
    this.#released ??= Promise.all([
      this.#keepPlace(),
      this.#options.request(['set_property', 'ao', 'null']),
    ]);
    await this.#released;
  }

  get isStale(): boolean {
    return this.#what !== 'good';
  }

  async renew(): Promise<void> {
    this.#isAwaited = true;
    if (this.#what === 'renewing') return;
    this.#what = 'stale';
    await (this.#released?.catch(() => undefined) ?? this.#keepPlace());
    if (!this.#isDue()) return;
    if (!this.#options.sound.isHeld) {
      await Promise.all([this.open(), this.#unpause()]);
      return;
    }
    const placeMs = this.#options.sound.positionMs;
    const opened = this.open();
    this.#what = 'renewing';
    this.#isAwaited = true;
    this.#options.sound.aim.send(placeMs);
    const sought = this.#options.request(['seek', (placeMs / 1000).toFixed(3), 'absolute+exact']);
    await Promise.all([opened, sought.catch(() => this.landed())]);
  }

  stay(): void {
    this.#isAwaited = false;
  }
}
