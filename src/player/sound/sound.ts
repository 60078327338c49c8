import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock } from '../../contract/ports.js';
import { endPosition, type MpvLoad } from './load.js';
import { toMilliseconds } from '../wire/mpv-message.js';
import { createOutbox, type Outbox } from './outbox.js';
import { createPositionAnchor, type PositionAnchor } from './position-anchor.js';
import { SeekAim } from './seek-aim.js';

const secondMs = 1000;
/** mpv's positions and the clock differ by some tens of milliseconds. */
const behindMs = 100;
const soonestMs = 200;

export interface SoundOptions {
  readonly clock: Clock;
  readonly emit: (event: PlayerEvent) => void;
}

/** What one mpv process makes audible, and when. Positions are milliseconds of the load that sounds. */
export class Sound {
  readonly #anchor: PositionAnchor;
  readonly aim = new SeekAim();
  readonly #outbox: Outbox;
  /** The load whose samples reach the output, or would if it were not paused. */
  #current: MpvLoad | null = null;
  #paused = false;
  #starved = false;
  #unheard = true;
  /** Emits events in order, delayed while the end of a file that mpv has finished still sounds from the output. */
  readonly tell: (event: PlayerEvent) => void;
  /** Handles a position in seconds that mpv was asked for. */
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
  /** Emits the delayed events at once. */
  readonly flush: () => void;

  constructor(options: SoundOptions) {
    this.#anchor = createPositionAnchor(options.clock);
    this.#outbox = createOutbox(options.clock, options.emit);
    this.tell = this.#outbox.tell;
    this.flush = this.#outbox.flush;
  }

  #run(): void {
    if (this.isFlowing) this.#unheard = false;
    this.#anchor.run(this.isFlowing);
    this.#outbox.run(!this.#paused && !this.#starved);
  }

  /** The target of a seek until a position is seen there, afterwards the position by the clock. */
  #latestMs(): number {
    return this.aim.isOpen ? this.aim.placeMs : this.#anchor.expectedMs;
  }

  #tellStarved({ loadId }: MpvLoad, positionMs: number): void {
    if (this.#starved) this.#outbox.tell({ type: 'player.starved', loadId, positionMs });
  }

  /** Reports that a file is being opened; nothing of it sounds yet. */
  open(): void {
    this.#current = null;
    this.aim.reset();
    this.#run();
  }

  /** Reports that a load begins; for `leadMs` the end of the previous file still sounds. */
  begin(load: MpvLoad, positionMs: number, leadMs: number): void {
    const { loadId, lengthMs } = load;
    this.#current = load;
    this.#anchor.set(positionMs - leadMs);
    this.#run();
    this.#outbox.hold(leadMs);
    this.#outbox.tell({ type: 'player.started', loadId, positionMs, lengthMs, isOpen: true });
    this.#tellStarved(load, positionMs);
  }

  /** Reports that a seek has landed. */
  land(load: MpvLoad, positionMs: number): void {
    if (positionMs === this.aim.placeMs) this.aim.close();
    this.#anchor.set(positionMs);
    // The seek discards the samples that waited in the output.
    this.#outbox.flush();
    this.#outbox.tell({ type: 'player.seeked', loadId: load.loadId, positionMs });
    this.#tellStarved(load, positionMs);
  }

  /** Reports that mpv has finished a file; returns its end position. Later events wait until that has sounded. */
  end(load: MpvLoad, isWhole: boolean): number {
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

  /** The position as the engine computes it. */
  get positionMs(): number {
    return Math.max(0, this.#latestMs());
  }

  /**
   * Milliseconds until the next good moment to ask for the position. During playback: at least 200, and shortly after a
   * whole second, for a report within the second it belongs to even if the request is late.
   */
  get askInMs(): number {
    if (!this.isFlowing) return secondMs;
    const leftMs = secondMs - (this.positionMs % secondMs) + behindMs;
    return leftMs < soonestMs ? leftMs + secondMs : leftMs;
  }

  /** Whether samples reach the output now. */
  get isFlowing(): boolean {
    return this.#current !== null && !this.#paused && !this.#starved;
  }

  /** Whether samples wait in the paused output. */
  get isHeld(): boolean {
    return this.#paused && this.#current !== null;
  }

  /** Whether nothing has sounded yet. */
  get isUnheard(): boolean {
    return this.#unheard;
  }

  /** Whether the end of a file that mpv has finished still sounds. */
  get isHandingOver(): boolean {
    return this.#outbox.isHolding;
  }
}
