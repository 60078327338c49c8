import type { PlayerEvent } from '../core/player-event.js';
import type { Clock } from '../ports.js';

/** Tells events in order, some of them later: mpv is ahead of the ear by what waits in the output. */
export interface Outbox {
  readonly tell: (event: PlayerEvent) => void;
  /** What is told from now on is kept back until so much more has sounded; a later word replaces an earlier one. */
  hold(ms: number): void;
  /** Whether the output runs. */
  run(running: boolean): void;
  readonly isHolding: boolean;
  /** Tells what was kept back. */
  readonly flush: () => void;
}

export function createOutbox(clock: Clock, emit: (event: PlayerEvent) => void): Outbox {
  const kept: PlayerEvent[] = [];
  let leftMs = 0;
  let sinceMs = 0;
  let running = true;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    leftMs = 0;
    for (const event of kept.splice(0)) emit(event);
  }
  function arm(): void {
    clearTimeout(timer);
    sinceMs = clock.steadyMs();
    if (leftMs > 0 && running) timer = setTimeout(flush, leftMs);
  }

  return {
    tell(event) {
      if (leftMs > 0) kept.push(event);
      else emit(event);
    },
    hold(ms) {
      leftMs = ms;
      if (ms > 0) arm();
      else flush();
    },
    run(value) {
      if (value === running) return;
      if (leftMs > 0 && running) leftMs = Math.max(1, leftMs - (clock.steadyMs() - sinceMs));
      running = value;
      arm();
    },
    get isHolding() {
      return leftMs > 0;
    },
    flush,
  };
}
