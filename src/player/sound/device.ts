import type { RequestOptions } from '../wire/mpv-driver.js';
import { type MpvCommand, toMilliseconds } from '../wire/mpv-message.js';
import type { Sound } from './sound.js';

export interface SoundDeviceOptions {
  readonly request: (command: MpvCommand, options?: RequestOptions) => Promise<unknown>;
  readonly sound: Sound;
  /** The value of mpv's `ao` in normal playback. */
  readonly output: unknown;
}

/**
 * The sound device of one mpv process: released during a long pause, and opened again before something sounds.
 * Uses mpv's `ao` property. Deselecting the track (`aid`) would discard all fetched data and ask the host again, which
 * may refuse by then. Changing the output discards only the samples in it, some tenths of a second, which are made
 * again from their position.
 */
export class SoundDevice {
  readonly #options: SoundDeviceOptions;
  #released: Promise<unknown> | null = null;
  /** State of the samples in the output; `renewing`: a seek to their position is under way. */
  #what: 'good' | 'stale' | 'renewing' = 'good';
  /** Whether to unpause when that seek has landed. Unpausing earlier would briefly sound another position. */
  #isAwaited = false;

  constructor(options: SoundDeviceOptions) {
    this.#options = options;
  }

  /** Records the position from mpv, because the clock is not exact enough: mpv knows what has sounded. */
  #keepPlace(): Promise<unknown> {
    return this.#options
      .request(['get_property', 'audio-pts'], {
        onReply: seconds => {
          const placeMs = toMilliseconds(seconds);
          if (placeMs !== null && this.#options.sound.isHeld && !this.#options.sound.aim.isOpen)
            this.#options.sound.aim.send(Math.max(0, placeMs));
        },
      })
      .catch(() => undefined);
  }

  /** Whether a renewal is still due: not once playback was paused again, replaced, or renewed by another call. */
  #isDue(): boolean {
    return this.#isAwaited && this.#what === 'stale';
  }

  #unpause(): Promise<unknown> {
    return this.#options.request(['set_property', 'pause', false]);
  }

  /** Reopens a released device for another file. Request that file immediately afterwards. */
  async open(): Promise<void> {
    this.#what = 'good';
    this.#isAwaited = false;
    if (this.#released === null) return;
    this.#released = null;
    await this.#options.request(['set_property', 'ao', this.#options.output]);
  }

  /** Reports that a seek has landed. */
  landed(): void {
    if (this.#what === 'renewing') this.#what = 'good';
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    // This fails only if the process dies, and the player reports that.
    this.#unpause().catch(() => undefined);
  }

  /** Releases the device. Call it while paused. What is loaded stays loaded and may be replaced as usual. */
  async release(): Promise<void> {
    this.#what = 'stale';
    this.#isAwaited = false;
    // mpv runs these in order, so the position is that of the output that has sounded.
    this.#released ??= Promise.all([
      this.#keepPlace(),
      this.#options.request(['set_property', 'ao', 'null']),
    ]);
    await this.#released;
  }

  /** Whether the samples waiting in the output must be made anew before they sound: `renew` instead of unpausing. */
  get isStale(): boolean {
    return this.#what !== 'good';
  }

  /** Reopens a released device, makes the samples in the output anew, and unpauses as soon as they are there. */
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

  /** Cancels a pending unpause. */
  stay(): void {
    this.#isAwaited = false;
  }
}
