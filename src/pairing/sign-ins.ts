import type { Clock } from '../ports.js';

const MOST_PENDING = 8;
const LIFETIME_MS = 10 * 60_000;

/** A sign-in that a browser was sent away for. */
export interface SignIn {
  readonly codeVerifier: string;
  /** As it stood in the authorize request; the exchange must repeat it. */
  readonly redirectUri: string;
}

/** The states that are out (contract, section 3): 10 minutes, single use, 8 at most, not tied to a browser. */
export interface SignIns {
  readonly pending: number;
  add(state: string, signIn: SignIn): void;
  /** Spends the state, whatever comes of it; null when it is unknown, late or used. */
  take(state: string): SignIn | null;
  /** Voids them all. */
  clear(): void;
}

export function createSignIns(clock: Clock): SignIns {
  const entries = new Map<string, SignIn & { readonly untilMs: number }>();

  function dropLate(): void {
    for (const [state, { untilMs }] of entries) if (clock.steadyMs() >= untilMs) entries.delete(state);
  }

  return {
    get pending() {
      dropLate();
      return entries.size;
    },
    add(state, signIn) {
      dropLate();
      entries.set(state, { ...signIn, untilMs: clock.steadyMs() + LIFETIME_MS });
      const [oldest] = entries.keys();
      if (entries.size > MOST_PENDING && oldest !== undefined) entries.delete(oldest);
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
