import { createHash } from 'node:crypto';
import { ServiceFault } from '../errors.js';
import type { Admission, Clock, Logger, PageRequest } from '../ports.js';
import type { Account } from '../service-ports.js';
import { toBrowserName } from './browser-name.js';
import type { Callback } from './callback.js';
import { FAILURES, toCallbackFailure, toSignInFailure } from './failures.js';
import type { Failure } from './pages.js';
import type { SignIn, SignIns } from './sign-ins.js';

const REMEMBERED_MS = 10 * 60_000;
const LONGEST_EXCHANGE_MS = 30_000;

/** Told once the credentials are kept; `peer`: where the browser is. */
export interface Paired {
  readonly sameListener: boolean;
  readonly peer: string;
}

export type Outcome =
  | { readonly type: 'paired'; readonly token: string | null }
  | { readonly type: 'failed'; readonly failure: Failure }
  /** Another sign-in came first. */
  | { readonly type: 'gone' };

/** Who brings a callback. */
export type Browser = Pick<PageRequest, 'userAgent' | 'peer'>;

export interface Exchange {
  /** What this very callback is coming to, or came to within the last ten minutes if it paired the speaker. */
  recall(callback: Callback): Promise<Outcome> | Outcome | null;
  /** Checks the state, exchanges the code. */
  run(callback: Callback, browser: Browser): Promise<Outcome>;
}

/** From a callback to a paired speaker: one exchange at a time, and success voids the rest (contract, section 3). */
export function createExchange(options: {
  readonly account: Account;
  readonly admission: Admission;
  readonly signIns: SignIns;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onPaired: (paired: Paired) => void | Promise<void>;
}): Exchange {
  const { account, admission, signIns, clock, logger } = options;
  const running = new Map<string, Promise<Outcome>>();
  let last: Promise<unknown> = Promise.resolve();
  let success: { readonly key: string; readonly outcome: Outcome; readonly untilMs: number } | null = null;
  // The token in it may be revoked with the pairing.
  account.onChange(pairing => {
    if (pairing === 'unpaired') success = null;
  });

  /** Told with the service's own words, which the listener does not see. */
  function fail(failure: Failure, said: object): Outcome {
    const details = { status: failure.status, reason: failure.title, ...said };
    const isOfClient = failure === FAILURES.unknownClient || failure === FAILURES.misregistered;
    if (isOfClient) {
      logger.error(
        details,
        'pairing failed: the service does not accept this client; see TONEARM_CLIENT_ID, TONEARM_CLIENT_SECRET and TONEARM_REDIRECT_URI',
      );
    } else logger.warn(details, 'pairing failed');
    return { type: 'failed', failure };
  }

  async function exchange(signIn: SignIn, code: string, browser: Browser): Promise<Outcome> {
    if (account.paired) return { type: 'gone' };
    const { codeVerifier, redirectUri } = signIn;
    let sameListener: boolean;
    try {
      const signal = AbortSignal.timeout(LONGEST_EXCHANGE_MS);
      ({ sameListener } = await account.signIn({ code, codeVerifier, redirectUri }, { signal }));
    } catch (error) {
      const { httpStatus, serviceCode, serviceMessage } = error instanceof ServiceFault ? error : {};
      return fail(toSignInFailure(error), { peer: browser.peer, httpStatus, serviceCode, serviceMessage });
    }
    signIns.clear();
    return { type: 'paired', token: await admit(sameListener, browser) };
  }

  /** Paired is paired: what fails from here on costs this browser its token, not the speaker its account. */
  async function admit(sameListener: boolean, { userAgent, peer }: Browser): Promise<string | null> {
    try {
      // First, so that the token given out next outlives it.
      if (!sameListener) await admission.revokeAll();
      await options.onPaired({ sameListener, peer });
      return await admission.admit(toBrowserName(userAgent), peer);
    } catch (error) {
      logger.error(
        { name: error instanceof Error ? error.name : 'unknown' },
        'the browser could not be admitted',
      );
      return null;
    }
  }

  async function runAlone(signIn: SignIn, code: string, browser: Browser, key: string): Promise<Outcome> {
    const before = last;
    const mine = (async () => {
      await before;
      return await exchange(signIn, code, browser);
    })();
    last = mine;
    const outcome = await mine;
    if (outcome.type === 'paired' && account.paired) {
      success = { key, outcome, untilMs: clock.steadyMs() + REMEMBERED_MS };
    }
    return outcome;
  }

  return {
    recall(callback) {
      const already = running.get(toKey(callback));
      if (already) return already;
      if (success === null || clock.steadyMs() >= success.untilMs) return null;
      return success.key === toKey(callback) ? success.outcome : null;
    },
    async run(callback, browser) {
      const { state, code, error } = callback;
      const signIn = state === null ? null : signIns.take(state);
      if (signIn === null) return { type: 'failed', failure: FAILURES.unknownState };
      // Anybody may have written it.
      const serviceCode = error !== null && /^[a-z_]{1,40}$/.test(error) ? error : undefined;
      if (error !== null) return fail(toCallbackFailure(error), { serviceCode });
      if (code === null) return { type: 'failed', failure: FAILURES.noCode };
      const key = toKey(callback);
      const run = runAlone(signIn, code, browser, key).finally(() => running.delete(key));
      running.set(key, run);
      return await run;
    },
  };
}

/** Tells callbacks apart without keeping their codes. */
function toKey({ state, code }: Callback): string {
  return createHash('sha256')
    .update(JSON.stringify([state, code]))
    .digest('base64');
}
