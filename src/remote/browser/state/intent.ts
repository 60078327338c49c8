import type { Done } from '../../../protocol.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Press, Presses } from './press.js';
import { useSpeaker } from './speaker.js';

interface Intent<T> {
  readonly value: T;
  /** The revision that shows the effect; null until known. */
  readonly revision: number | null;
}

/** Sends a value as a command with the id and expiry of `press`. */
type Send<T> = (value: T, press: Press) => Promise<Done | null>;

interface Latest<T> {
  readonly push: (value: T) => void;
  /** Discards the waiting value when its control is removed, and accepts no more. */
  readonly drop: () => void;
}

interface LatestOptions<T> {
  readonly send: Send<T>;
  readonly presses: Presses;
  readonly gapMs: number;
  readonly settled: (done: Done | null) => void;
}

/**
 * Calls `send` with the newest value, one call at a time and at least `gapMs` apart. Values in between are skipped, and
 * so are expired ones.
 */
function createLatest<T>({ send, presses, gapMs, settled }: LatestOptions<T>): Latest<T> {
  let next: { value: T; press: Press } | null = null;
  let busy = false;
  let isOver = false;

  async function run(): Promise<void> {
    busy = true;
    let done: Done | null = null;
    while (next !== null) {
      const { value, press }: { value: T; press: Press } = next;
      next = null;
      done = presses.isOver(press) ? null : await send(value, press);
      await new Promise(resolve => setTimeout(resolve, gapMs));
    }
    busy = false;
    settled(done);
  }

  return {
    push(value) {
      if (isOver) return;
      next = { value, press: presses.next() };
      if (!busy) void run();
    },
    drop() {
      isOver = true;
      next = null;
    },
  };
}

/**
 * Shows the person's input at once, and until the speaker's state reflects it, as a slider does that follows the
 * finger. The first element of the result is null once the state is authoritative again.
 */
export function useIntent<T>(
  send: Send<T>,
  revision: number | null,
  gapMs: number,
): [T | null, (value: T) => void] {
  const [intent, setIntent] = useState<Intent<T> | null>(null);
  const { presses } = useSpeaker();
  const latest = useRef<Latest<T> | null>(null);
  latest.current ??= createLatest({
    send,
    presses,
    gapMs,
    settled: done =>
      setIntent(before => (before === null || done === null ? null : { ...before, revision: done.revision })),
  });
  const { push, drop } = latest.current;
  // A browser may report a slider's release while the slider is being removed.
  useLayoutEffect(() => drop, []);
  const shown = intent !== null && (intent.revision === null || (revision ?? 0) < intent.revision);
  // Forget the intent once it is shown: a restarted speaker counts its revisions from another start.
  useEffect(() => {
    if (intent !== null && !shown) setIntent(null);
  }, [intent, shown]);
  return [
    shown ? intent.value : null,
    value => {
      setIntent({ value, revision: null });
      push(value);
    },
  ];
}
