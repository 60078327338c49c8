import type { Clock } from '../contract/ports.js';
import type { ShellPairing, ShellSignIn } from '../contract/pairing-ports.js';
import type { Account } from '../contract/service-ports.js';
import { type DepartureOptions, toDeparture } from './authorize.js';
import { parsePastedAddress } from './callback.js';
import type { SignInExchange, SignInOutcome } from './exchange.js';
import { FAILURES, textOf, toCallbackFailure } from './failures.js';
import { createSignIns } from './sign-ins.js';

export interface ShellOptions extends DepartureOptions {
  readonly account: Account;
  readonly exchange: SignInExchange;
  readonly clock: Clock;
}

export interface Shell extends ShellPairing {
  /** Whether a sign-in with this state is pending here; its state is accepted nowhere else. */
  has(state: string): boolean;
}

/** Creates the pairing of `tonearm pair` (contract, section 1): a shell user may pair the device with any account. */
export function createShell(options: ShellOptions): Shell {
  const signIns = createSignIns(options.clock);
  return {
    has: state => signIns.has(state),
    begin() {
      const { url, state, ...departure } = toDeparture(options);
      // All share one peer, so a new sign-in replaces the oldest when there are too many.
      signIns.add(state, { ...departure, peer: '', origin: '', right: { by: 'shell' }, isOwners: true });
      return url;
    },
    async finish(address) {
      const callback = parsePastedAddress(address);
      if (callback === null) return { type: 'notIt', text: textOf(FAILURES.badAddress) };
      const { state, error } = callback;
      // Some services leave out the state when they report an error (openauth).
      if (state === null && error !== null) return { type: 'failed', text: textOf(toCallbackFailure(error)) };
      const signIn = state === null ? null : signIns.take(state);
      if (signIn === null)
        return {
          type: 'notIt',
          text: 'This address belongs to another sign-in or is older than ten minutes. Paste the right one, or start again.',
        };
      return toResult(await options.exchange.run(signIn, callback, null), options.account);
    },
  };
}

function toResult(outcome: SignInOutcome, { listener }: Account): ShellSignIn {
  if (outcome.type === 'paired')
    return { type: 'paired', account: listener?.name ?? null, isNew: outcome.standing !== 'same' };
  return { type: 'failed', text: textOf(outcome.type === 'failed' ? outcome.failure : FAILURES.internal) };
}
