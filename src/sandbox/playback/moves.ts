import { badArgument, fieldError } from '../field-error.js';
import type { Device } from './device.js';

/** A report of a move, about the item at `index` of `sourceId` after `elapsedS` whole seconds. */
export interface Move {
  readonly device: Device;
  readonly sourceId: string;
  readonly index: number;
  readonly elapsedS: number;
}

/** The moves of a listener beyond the specification (service.md, profile `full`). */
export interface Moves {
  setStarted(move: Move): void;
  pause(move: Move): void;
  setEnded(move: Move): void;
  skip(move: Move): void;
  previous(move: Move): void;
  replay(move: Move, trackToken: string): void;
}

export interface MovesOptions {
  readonly now: () => number;
  /** Skips per station and hour; kept across a change of station, and including thumbs down. */
  readonly skipLimit: number;
}

const HOUR_MS = 3_600_000;

export function createMoves({ now, skipLimit }: MovesOptions): Moves {
  const skips = new Map<string, readonly number[]>();

  /** Uses up one skip; a finite source has no limit. */
  function spendSkip({ listener, playing }: Device): void {
    const station = playing?.programme.station;
    if (station == null) return;
    const key = `${listener.id}/${station.id}`;
    const recent = (skips.get(key) ?? []).filter(at => at > now() - HOUR_MS);
    if (recent.length >= skipLimit) {
      throw fieldError(
        'UPSTREAM_ERROR_SERVICE',
        'Exception - SKIP_LIMIT_REACHED: no more skips on this station for now',
      );
    }
    skips.set(key, [...recent, now()]);
  }

  function allow(device: Device, interaction: string): void {
    if (!device.current().interactions.includes(interaction)) {
      throw badArgument(`${interaction} is not among the interactions of this item`);
    }
  }

  const take = (operation: string, { device, sourceId, index, elapsedS }: Move): boolean =>
    device.report(operation, sourceId, index, elapsedS);

  return {
    setStarted: move => void take('setStarted', move),
    pause: move => void take('pause', move),
    setEnded(move) {
      if (take('setEnded', move)) move.device.advance();
    },
    skip(move) {
      move.device.current(move.sourceId);
      allow(move.device, 'SKIP');
      if (move.index < (move.device.index ?? 0)) return;
      spendSkip(move.device);
      if (take('skip', move)) move.device.advance();
    },
    previous(move) {
      move.device.current(move.sourceId);
      allow(move.device, 'PREVIOUS');
      if (take('previous', move)) move.device.jump(-1);
    },
    replay(move, trackToken) {
      const { playing } = move.device;
      move.device.current(move.sourceId);
      allow(move.device, 'REPLAY');
      if (playing?.trackToken !== trackToken) throw badArgument('trackToken is not that of the current item');
      if (take('replay', move)) move.device.jump(0);
    },
  };
}
