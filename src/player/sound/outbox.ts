import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock } from '../../contract/ports.js';

export type Outbox = ReturnType<typeof createOutbox>;

/** Emits events in order, some of them delayed: mpv is ahead of the listener by what waits in the output. */
export function createOutbox(clock: Clock, emit: (event: PlayerEvent) => void) {
  const kept: PlayerEvent[] = [];
  let leftMs = 0;
  let sinceMs = 0;
  let running = true;
  let timer: NodeJS.Timeout | undefined;

  /** Emits the delayed events at once. */
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
    tell: (event: PlayerEvent): void => {
      if (leftMs > 0) kept.push(event);
      else emit(event);
    },
    /** Delays later events until this many more milliseconds have sounded; a later call replaces an earlier one. */
    hold(ms: number): void {
      leftMs = ms;
      if (ms > 0) arm();
      else flush();
    },
    /** Tells whether the output runs; the delay counts only while it does. */
    run(value: boolean): void {
      if (value === running) return;
      if (leftMs > 0 && running) leftMs = Math.max(1, leftMs - (clock.steadyMs() - sinceMs));
      running = value;
      arm();
    },
    get isHolding(): boolean {
      return leftMs > 0;
    },
    flush,
  };
}
