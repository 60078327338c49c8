import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock } from '../../contract/ports.js';

/** Emits events in order, some of them delayed: mpv is ahead of the listener by what waits in the output. */
export interface Outbox {
  readonly tell: (event: PlayerEvent) => void;
  /** Delays later events until this many more milliseconds have sounded; a later call replaces an earlier one. */
  hold(ms: number): void;
  /** Tells whether the output runs; the delay counts only while it does. */
  run(running: boolean): void;
  readonly isHolding: boolean;
  /** Emits the delayed events at once. */
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
