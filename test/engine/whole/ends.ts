import type { Fate } from './calls.js';

/** What the speaker can know of the reports of ends, each named by the token of its item. */
export interface Ends {
  /** A report begins: `open` until it is over. */
  begin(token: string): void;
  end(token: string, fate: Fate): void;
  of(token: string): 'open' | Fate;
  beganMs(token: string): number | null;
  /** A look at what is current, carried out at `doneAtMs`, was answered: what was unsure before it no longer is. */
  look(listener: string, doneAtMs: number): void;
  /** Whether the end there was begun, and is neither answered nor looked into. */
  isOpen(token: string): boolean;
  /** Another source is set: its places are others, though they may bear the same tokens. */
  forget(listener: string): void;
}

export function createEnds(nowMs: () => number): Ends {
  const ends = new Map<string, { state: 'open' | Fate; beganMs: number; sinceMs: number }>();
  let lookedMs = 0;
  return {
    begin(token) {
      ends.set(token, { state: 'open', beganMs: nowMs(), sinceMs: nowMs() });
    },
    end(token, fate) {
      const end = ends.get(token);
      if (end !== undefined) Object.assign(end, { state: fate, sinceMs: nowMs() });
    },
    of: token => ends.get(token)?.state ?? 'clear',
    beganMs: token => ends.get(token)?.beganMs ?? null,
    look(listener, doneAtMs) {
      lookedMs = doneAtMs;
      for (const [token, end] of ends)
        if (end.state === 'unsure' && token.startsWith(listener) && end.sinceMs <= doneAtMs)
          end.state = 'clear';
    },
    isOpen(token) {
      const end = ends.get(token);
      return (end?.state === 'open' || end?.state === 'unsure') && lookedMs < end.beganMs;
    },
    forget(listener) {
      for (const token of [...ends.keys()]) if (token.startsWith(listener)) ends.delete(token);
    },
  };
}
