/** Counts wrong tries by peer (contract, section 4, "Limits"). */
export interface Mistakes {
  /** 0: this peer may try; otherwise how long it has to wait, milliseconds. */
  waitMs(peer: string): number;
  note(peer: string): void;
}

export interface MistakesOptions {
  /** So many within so long, then the peer waits until the oldest of them is that old. */
  readonly most: number;
  readonly withinMs: number;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
}

/** Peers that are counted at a time: of more than so many, the one whose last mistake is the oldest is forgotten. */
const PEERS = 1_024;

export function createMistakes({ most, withinMs, steadyMs }: MistakesOptions): Mistakes {
  /** When the last of them were made, the oldest first. */
  const made = new Map<string, readonly number[]>();

  function recent(peer: string, nowMs: number): readonly number[] {
    return (made.get(peer) ?? []).filter(atMs => nowMs - atMs < withinMs);
  }

  return {
    waitMs(peer) {
      const nowMs = steadyMs();
      const last = recent(peer, nowMs).slice(-most);
      const [oldest] = last;
      return oldest !== undefined && last.length >= most ? Math.ceil(oldest + withinMs - nowMs) : 0;
    },
    note(peer) {
      const nowMs = steadyMs();
      const times = [...recent(peer, nowMs), nowMs].slice(-most);
      made.delete(peer);
      made.set(peer, times);
      const [first] = made.keys();
      if (made.size > PEERS && first !== undefined) made.delete(first);
    },
  };
}
