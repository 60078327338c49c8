import type { HeldCode } from '../contract/pairing-ports.js';
import type { Clock } from '../contract/ports.js';

const MOST_PENDING = 256;
const MOST_OF_PEER = 8;
const LIFETIME_MS = 10 * 60_000;

/** The right by which a person signs in, as it was when the browser was sent to the service. */
export type Right =
  /** The account must be that of the speaker's listener. */
  | { readonly by: 'listener' }
  /** The speaker had no listener. */
  | { readonly by: 'anyone' }
  | { readonly by: 'code'; readonly code: HeldCode }
  /** The sign-in was begun from a shell of the device. */
  | { readonly by: 'shell' };

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

/** Creates the pending states (contract, section 3): valid for 10 minutes and one use; 8 a peer and 256 in all. */
export function createSignIns(clock: Clock) {
  /** Ordered from the oldest to the newest. */
  const entries = new Map<string, SignIn & { readonly untilMs: number }>();

  function dropLate(): void {
    for (const [state, { untilMs }] of entries) if (clock.steadyMs() >= untilMs) entries.delete(state);
  }

  return {
    pendingOf(peer: string): number {
      dropLate();
      return [...entries.values()].filter(entry => entry.peer === peer).length;
    },
    has(state: string): boolean {
      dropLate();
      return entries.has(state);
    },
    /**
     * Stores the state, in place of its peer's oldest if need be, and returns 0; or returns the wait until there is
     * room, in milliseconds. However many strangers sign in, whoever has an owner’s code does not wait for them.
     */
    add(state: string, signIn: SignIn): number {
      dropLate();
      const nowMs = clock.steadyMs();
      const own = [...entries].filter(([, { peer }]) => peer === signIn.peer);
      const counted = [...entries.values()].filter(({ right }) => right.by !== 'code');
      const [oldest] = counted;
      const isFull =
        signIn.right.by !== 'code' && own.length < MOST_OF_PEER && counted.length >= MOST_PENDING;
      if (oldest !== undefined && isFull) return Math.ceil(oldest.untilMs - nowMs);
      if (own.length >= MOST_OF_PEER) entries.delete(own[0]?.[0] ?? '');
      entries.set(state, { ...signIn, untilMs: nowMs + LIFETIME_MS });
      return 0;
    },
    /** Spends the state, whatever the outcome. Returns null if it is unknown, expired or used. */
    take(state: string): SignIn | null {
      dropLate();
      const signIn = entries.get(state) ?? null;
      entries.delete(state);
      return signIn;
    },
    /** Voids all states. */
    clear(): void {
      entries.clear();
    },
  };
}
