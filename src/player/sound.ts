import type { PlayerEvent } from '../core/player-event.js';
import type { Clock } from '../ports.js';
import { endPosition, type Load } from './load.js';
import { toMilliseconds } from './mpv-message.js';
import { createOutbox, type Outbox } from './outbox.js';
import { createPositionAnchor, type PositionAnchor } from './position-anchor.js';
import { createSeekAim, type SeekAim } from './seek-aim.js';

/** What reaches the ear of one mpv process, and when. Positions are milliseconds of the load that sounds. */
export interface Sound {
  readonly aim: SeekAim;
  /** In the order of being told; later while the end of a file sounds of which mpv holds nothing any more. */
  readonly tell: (event: PlayerEvent) => void;
  /** Nothing sounds of the file that is opened now. */
  open(): void;
  /** A load begins; for `leadMs` the end of the file before it still sounds. */
  begin(load: Load, positionMs: number, leadMs: number): void;
  /** A seek has landed. */
  land(load: Load, positionMs: number): void;
  /** mpv is through with a file. Answers where it ends; what is told next waits until it has sounded so far. */
  end(load: Load, isWhole: boolean): number;
  /** A position in seconds that mpv was asked for. */
  readonly see: (seconds: unknown) => void;
  setPaused(value: boolean): void;
  setStarved(value: boolean): void;
  /** The listener's idea of where sound is. */
  readonly positionMs: number;
  /** Milliseconds until the end of what sounds; null where nothing does, or its length is not known. */
  readonly leftMs: number | null;
  /**
   * Milliseconds until a good moment to ask where it is. While it flows that is shortly behind a whole second, in 200 or
   * more: then it is told in the second that it belongs to, even where the question is late.
   */
  readonly askInMs: number;
  /** Samples reach the output now. */
  readonly isFlowing: boolean;
  /** They wait in it, paused. */
  readonly isHeld: boolean;
  /** Nothing has ever sounded. */
  readonly isUnheard: boolean;
  /** mpv is through with a file whose end still sounds. */
  readonly isHandingOver: boolean;
  /** Tells what waits. */
  readonly flush: () => void;
}

const secondMs = 1000;
/** What mpv tells and what a clock says differ by some tens of milliseconds. */
const behindMs = 100;
const soonestMs = 200;

export interface SoundOptions {
  readonly clock: Clock;
  readonly emit: (event: PlayerEvent) => void;
}

export function createSound(options: SoundOptions): Sound {
  return new MpvSound(options);
}

class MpvSound implements Sound {
  readonly #anchor: PositionAnchor;
  readonly aim = createSeekAim();
  readonly #outbox: Outbox;
  /** The load whose samples reach the output, or would, were it not paused. */
  #current: Load | null = null;
  #paused = false;
  #starved = false;
  #unheard = true;
  readonly tell: Sound['tell'];
  readonly see = (seconds: unknown): void => {
    const positionMs = toMilliseconds(seconds);
    if (positionMs === null || positionMs < 0) return;
    if (this.#current === null || this.#paused || this.aim.isUnderWay) return;
    const { loadId } = this.#current;
    if (this.#starved && (this.aim.isOpen || !this.#anchor.isOff(positionMs))) return;
    this.aim.close();
    this.#anchor.set(positionMs);
    this.#outbox.tell({ type: this.#starved ? 'player.starved' : 'player.position', loadId, positionMs });
  };
  readonly flush: Sound['flush'];

  constructor(options: SoundOptions) {
    this.#anchor = createPositionAnchor(options.clock);
    this.#outbox = createOutbox(options.clock, options.emit);
    this.tell = this.#outbox.tell;
    this.flush = this.#outbox.flush;
  }

  #isFlowing(): boolean {
    return this.#current !== null && !this.#paused && !this.#starved;
  }

  #run(): void {
    if (this.#isFlowing()) this.#unheard = false;
    this.#anchor.run(this.#isFlowing());
    this.#outbox.run(!this.#paused && !this.#starved);
  }

  /** Not seen yet where it was sent: there it is. */
  #latestMs(): number {
    return this.aim.isOpen ? this.aim.placeMs : this.#anchor.expectedMs;
  }

  #tellStarved({ loadId }: Load, positionMs: number): void {
    if (this.#starved) this.#outbox.tell({ type: 'player.starved', loadId, positionMs });
  }

  open(): void {
    this.#current = null;
    this.aim.reset();
    this.#run();
  }

  begin(load: Load, positionMs: number, leadMs: number): void {
    const { loadId, lengthMs } = load;
    this.#current = load;
    this.#anchor.set(positionMs - leadMs);
    this.#run();
    this.#outbox.hold(leadMs);
    this.#outbox.tell({ type: 'player.started', loadId, positionMs, lengthMs, isOpen: true });
    this.#tellStarved(load, positionMs);
  }

  land(load: Load, positionMs: number): void {
    if (positionMs === this.aim.placeMs) this.aim.close();
    this.#anchor.set(positionMs);
    // What was on its way to the ear is thrown away.
    this.#outbox.flush();
    this.#outbox.tell({ type: 'player.seeked', loadId: load.loadId, positionMs });
    this.#tellStarved(load, positionMs);
  }

  end(load: Load, isWhole: boolean): number {
    const heardMs = this.#latestMs();
    const positionMs = endPosition(load, heardMs, isWhole);
    if (this.#current === load) {
      if (isWhole && !this.#starved) this.#outbox.hold(Math.max(0, positionMs - heardMs));
      this.#current = null;
    }
    return positionMs;
  }

  setPaused(value: boolean): void {
    this.#paused = value;
    this.#run();
  }

  setStarved(value: boolean): void {
    if (value === this.#starved) return;
    this.#starved = value;
    const positionMs = this.#latestMs();
    if (this.#current !== null) this.#anchor.set(positionMs);
    this.#run();
    if (this.#current === null) return;
    this.#outbox.tell({
      type: this.#starved ? 'player.starved' : 'player.flowing',
      loadId: this.#current.loadId,
      positionMs,
    });
  }

  get positionMs(): number {
    return Math.max(0, this.#latestMs());
  }

  get leftMs(): number | null {
    const lengthMs = this.#current?.lengthMs ?? null;
    return lengthMs === null ? null : lengthMs - this.positionMs;
  }

  get askInMs(): number {
    if (!this.#isFlowing()) return secondMs;
    const leftMs = secondMs - (this.positionMs % secondMs) + behindMs;
    return leftMs < soonestMs ? leftMs + secondMs : leftMs;
  }

  get isFlowing(): boolean {
    return this.#isFlowing();
  }

  get isHeld(): boolean {
    return this.#paused && this.#current !== null;
  }

  get isUnheard(): boolean {
    return this.#unheard;
  }

  get isHandingOver(): boolean {
    return this.#outbox.isHolding;
  }
}
