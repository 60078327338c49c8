import type { PlayerEvent } from '../core/player-event.js';
import type { Clock } from '../ports.js';
import { endPosition, type Load } from './load.js';
import { toMilliseconds } from './mpv-message.js';
import { createOutbox } from './outbox.js';
import { createPositionAnchor } from './position-anchor.js';
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
  /** A position in seconds that mpv told, observed or asked for. */
  readonly see: (seconds: unknown) => void;
  setPaused(value: boolean): void;
  setStarved(value: boolean): void;
  /** The listener's idea of where sound is. */
  readonly positionMs: number;
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

export function createSound({
  clock,
  emit,
}: {
  readonly clock: Clock;
  readonly emit: (event: PlayerEvent) => void;
}): Sound {
  const anchor = createPositionAnchor(clock);
  const aim = createSeekAim();
  const outbox = createOutbox(clock, emit);
  const { tell } = outbox;
  /** The load whose samples reach the output, or would, were it not paused. */
  let current: Load | null = null;
  let seenMs: number | null = null;
  let [paused, starved, unheard] = [false, false, true];

  const isFlowing = () => current !== null && !paused && !starved;
  function run(): void {
    if (isFlowing()) unheard = false;
    anchor.run(isFlowing());
    outbox.run(!paused && !starved);
  }
  /** Not seen yet where it was sent: there it is. */
  const latestMs = () => (aim.isOpen ? aim.placeMs : anchor.expectedMs);

  function tellStarved({ loadId }: Load, positionMs: number): void {
    if (starved) tell({ type: 'player.starved', loadId, positionMs });
  }

  return {
    aim,
    tell,
    open() {
      current = null;
      seenMs = null;
      aim.reset();
      run();
    },
    begin(load, positionMs, leadMs) {
      const { loadId, lengthMs } = load;
      current = load;
      anchor.set(positionMs - leadMs);
      run();
      outbox.hold(leadMs);
      tell({ type: 'player.started', loadId, positionMs, lengthMs, isOpen: true });
      tellStarved(load, positionMs);
    },
    land(load, positionMs) {
      if (positionMs === aim.placeMs) aim.close();
      anchor.set(positionMs);
      // What was on its way to the ear is thrown away.
      outbox.flush();
      tell({ type: 'player.seeked', loadId: load.loadId, positionMs });
      tellStarved(load, positionMs);
    },
    end(load, isWhole) {
      const heardMs = latestMs();
      const positionMs = endPosition(load, heardMs);
      if (current === load) {
        if (isWhole && !starved) outbox.hold(Math.max(0, positionMs - heardMs));
        current = null;
      }
      return positionMs;
    },
    see(seconds) {
      const positionMs = toMilliseconds(seconds);
      if (positionMs === null || positionMs < 0) return;
      seenMs = positionMs;
      if (current === null || !isFlowing() || aim.isUnderWay || !anchor.isNews(positionMs)) return;
      aim.close();
      anchor.set(positionMs);
      tell({ type: 'player.position', loadId: current.loadId, positionMs });
    },
    setPaused(value) {
      paused = value;
      run();
    },
    setStarved(value) {
      if (value === starved) return;
      starved = value;
      const positionMs = aim.isOpen ? aim.placeMs : (seenMs ?? anchor.expectedMs);
      if (current !== null) anchor.set(positionMs);
      run();
      if (current === null) return;
      tell({ type: starved ? 'player.starved' : 'player.flowing', loadId: current.loadId, positionMs });
    },
    get positionMs() {
      return Math.max(0, latestMs());
    },
    get isFlowing() {
      return isFlowing();
    },
    get isHeld() {
      return paused && current !== null;
    },
    get isUnheard() {
      return unheard;
    },
    get isHandingOver() {
      return outbox.isHolding;
    },
    flush: outbox.flush,
  };
}
