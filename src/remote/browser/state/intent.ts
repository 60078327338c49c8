import type { Done } from '../../../protocol.js';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Intent<T> {
  readonly value: T;
  /** The revision that shows its effect; null while it is not known. */
  readonly revision: number | null;
}

/** Calls `send` with the newest value, one at a time and at least `gapMs` apart; values in between are left out. */
function createLatest<T>(
  send: (value: T) => Promise<Done | null>,
  gapMs: number,
  settled: (done: Done | null) => void,
): (value: T) => void {
  let next: { value: T } | null = null;
  let busy = false;

  async function run(): Promise<void> {
    busy = true;
    let done: Done | null = null;
    while (next !== null) {
      const { value }: { value: T } = next;
      next = null;
      done = await send(value);
      await new Promise(resolve => setTimeout(resolve, gapMs));
    }
    busy = false;
    settled(done);
  }

  return value => {
    next = { value };
    if (!busy) void run();
  };
}

/**
 * What the listener wants, shown at once and until the speaker's state shows it: a slider that follows the finger.
 * The first of the answer is null once the state is to be believed again.
 */
export function useIntent<T>(
  send: (value: T) => Promise<Done | null>,
  revision: number | null,
  gapMs: number,
): [T | null, (value: T) => void] {
  const [intent, setIntent] = useState<Intent<T> | null>(null);
  const latest = useRef<((value: T) => void) | null>(null);
  latest.current ??= createLatest(send, gapMs, done =>
    setIntent(before => (before === null || done === null ? null : { ...before, revision: done.revision })),
  );
  const push = latest.current;
  const shown = intent !== null && (intent.revision === null || (revision ?? 0) < intent.revision);
  // Forgotten once shown: a speaker that restarts counts its revisions from elsewhere.
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
