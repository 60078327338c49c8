import type { Done } from '../../../contract/protocol.js';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PressExpiry, Presses } from './press.js';
import { useSpeaker } from './speaker.js';

interface PendingValue<T> {
  readonly value: T;
  /** The revision that shows the effect; null until known. */
  readonly revision: number | null;
}

const passing = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Sends a value as a command with the expiry of its press. */
type Send<T> = (value: T, pressed: PressExpiry) => Promise<Done | null>;

interface NextValue<T> {
  readonly value: T;
  readonly pressed: PressExpiry;
}

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

/** Somewhat longer than a frame, milliseconds: a step is shown first and sent then. */
const FRAME_MS = 20;

/**
 * Calls `send` with the newest value, one call at a time and at least `gapMs` apart. Values in between are skipped, and
 * so are expired ones.
 */
function createLatest<T>({ send, presses, gapMs, settled }: LatestOptions<T>): Latest<T> {
  let next: NextValue<T> | null = null;
  let busy = false;
  let isOver = false;

  async function run(): Promise<void> {
    busy = true;
    let done: Done | null = null;
    while (next !== null) {
      await passing(FRAME_MS);
      const wanted = next as NextValue<T> | null;
      next = null;
      // It may have been dropped meanwhile.
      if (wanted === null) break;
      const { value, pressed } = wanted;
      done = presses.isOver(pressed) ? null : await send(value, pressed);
      await passing(gapMs - FRAME_MS);
    }
    busy = false;
    settled(done);
  }

  return {
    push(value) {
      if (isOver) return;
      // Most steps of a drag never become a command: no id is made for them.
      next = { value, pressed: presses.expiry() };
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
export function useIntent<T>(send: Send<T>, gapMs: number): [T | null, (value: T) => void] {
  const { client, presses } = useSpeaker();
  const [, setCount] = useState(0);
  const held = useRef<PendingValue<T> | null>(null);
  const latest = useRef<Latest<T> | null>(null);

  function set(intent: PendingValue<T> | null): void {
    held.current = intent;
    setCount(count => count + 1);
  }

  /** Forgets the intent once the state reflects it: a restarted speaker counts its revisions from another start. */
  function look(): void {
    const revision = held.current?.revision ?? null;
    if (revision !== null && (client.revision ?? 0) >= revision) set(null);
  }

  function settle(done: Done | null): void {
    if (held.current === null || done === null) {
      set(null);
      return;
    }
    held.current = { ...held.current, revision: done.revision };
    look();
  }

  latest.current ??= createLatest({ send, presses, gapMs, settled: settle });
  const { push, drop } = latest.current;
  // A browser may report a slider's release while the slider is being removed.
  useLayoutEffect(() => drop, []);
  useLayoutEffect(() => client.onChange(look), [client]);
  return [
    held.current?.value ?? null,
    value => {
      set({ value, revision: null });
      push(value);
    },
  ];
}
