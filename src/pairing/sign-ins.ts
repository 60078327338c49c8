import type { Clock } from '../contract/ports.js';
import type { Right } from './right.js';

const MOST_PENDING = 256;
const MOST_OF_PEER = 8;
const LIFETIME_MS = 10 * 60_000;

/** A pending sign-in, for which a browser was sent to the service. */
export interface SignIn {
  readonly codeVerifier: string;
  /** The redirect URI of the authorize request; the exchange must repeat it. */
  readonly redirectUri: string;
  /** The peer that started the sign-in; the callback may come from another. */
  readonly peer: string;
  /** Where the speaker was reached then; empty where no browser can open it. */
  readonly origin: string;
  readonly right: Right;
  /** Whether it was started to become an owner of a speaker that is already paired. */
  readonly isOwners: boolean;
}

/** The pending states (contract, section 3): valid for 10 minutes and one use; 8 a peer and 256 in all. */
export interface SignIns {
  pendingOf(peer: string): number;
  has(state: string): boolean;
  /**
   * Stores the state, in place of its peer's oldest if need be, and returns 0; or returns the wait until there is room,
   * in milliseconds.
   */
  add(state: string, signIn: SignIn): number;
  /** Spends the state, whatever the outcome. Returns null if it is unknown, expired or used. */
  take(state: string): SignIn | null;
  /** Voids all states. */
  clear(): void;
}

export function createSignIns(clock: Clock): SignIns {
  /** Ordered from the oldest to the newest. */
  const entries = new Map<string, SignIn & { readonly untilMs: number }>();

  function dropLate(): void {
    for (const [state, { untilMs }] of entries) if (clock.steadyMs() >= untilMs) entries.delete(state);
  }

  return {
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

/** Creates the same, with separate places for sign-ins with an owner’s code, which others cannot fill. */
export function createSharedSignIns(clock: Clock): SignIns {
  const [invited, others] = [createSignIns(clock), createSignIns(clock)];
  const placeOf = ({ right }: SignIn): SignIns => (right.by === 'code' ? invited : others);
  return {
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
