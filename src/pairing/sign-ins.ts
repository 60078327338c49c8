import type { Clock } from '../ports.js';
import type { Right } from './right.js';

const MOST_PENDING = 256;
const MOST_OF_PEER = 8;
const LIFETIME_MS = 10 * 60_000;

/** A sign-in that a browser was sent away for. */
export interface SignIn {
  readonly codeVerifier: string;
  /** As it stood in the authorize request; the exchange must repeat it. */
  readonly redirectUri: string;
  /** Where it was started; it may come back from elsewhere. */
  readonly peer: string;
  readonly right: Right;
  /** Started to become an owner of a speaker that is paired. */
  readonly isOwners: boolean;
}

/** The states that are out (contract, section 3): 10 minutes, single use, 8 a peer and 256 in all. */
export interface SignIns {
  readonly pending: number;
  pendingOf(peer: string): number;
  has(state: string): boolean;
  /** 0: it is kept, if need be in place of its peer's oldest; else how long until there is room, milliseconds. */
  add(state: string, signIn: SignIn): number;
  /** Spends the state, whatever comes of it; null when it is unknown, late or used. */
  take(state: string): SignIn | null;
  /** Voids them all. */
  clear(): void;
}

export function createSignIns(clock: Clock): SignIns {
  /** The oldest first. */
  const entries = new Map<string, SignIn & { readonly untilMs: number }>();

  function dropLate(): void {
    for (const [state, { untilMs }] of entries) if (clock.steadyMs() >= untilMs) entries.delete(state);
  }

  return {
    get pending() {
      dropLate();
      return entries.size;
    },
    pendingOf(peer) {
      dropLate();
      return [...entries.values()].filter(entry => entry.peer === peer).length;
    },
    has(state) {
      dropLate();
      return entries.has(state);
    },
    add(state, signIn) {
      dropLate();
      const own = [...entries].filter(([, { peer }]) => peer === signIn.peer);
      if (own.length >= MOST_OF_PEER) entries.delete(own[0]?.[0] ?? '');
      const [oldest] = entries.values();
      const nowMs = clock.steadyMs();
      if (oldest !== undefined && entries.size >= MOST_PENDING) return Math.ceil(oldest.untilMs - nowMs);
      entries.set(state, { ...signIn, untilMs: nowMs + LIFETIME_MS });
      return 0;
    },
    take(state) {
      dropLate();
      const signIn = entries.get(state) ?? null;
      entries.delete(state);
      return signIn;
    },
    clear() {
      entries.clear();
    },
  };
}

/**
 * The same, where those who brought an owner’s code have places of their own: no number of others keeps them out.
 */
export function createSharedSignIns(clock: Clock): SignIns {
  const [invited, others] = [createSignIns(clock), createSignIns(clock)];
  const placeOf = ({ right }: SignIn): SignIns => (right.by === 'code' ? invited : others);
  return {
    get pending() {
      return invited.pending + others.pending;
    },
    pendingOf: peer => invited.pendingOf(peer) + others.pendingOf(peer),
    has: state => invited.has(state) || others.has(state),
    add: (state, signIn) => placeOf(signIn).add(state, signIn),
    take: state => invited.take(state) ?? others.take(state),
    clear() {
      invited.clear();
      others.clear();
    },
  };
}
