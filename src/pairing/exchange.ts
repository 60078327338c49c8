import { createHash } from 'node:crypto';
import { ServiceFault } from '../errors.js';
import type { Admission, Clock, Logger, PageRequest } from '../ports.js';
import type { Account } from '../service-ports.js';
import { toBrowserName } from './browser-name.js';
import type { Callback } from './callback.js';
import { createExchangeBudget, type ExchangeBudget } from './exchange-budget.js';
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
  /** The service is asked no more for now. */
  | { readonly type: 'busy'; readonly waitMs: number }
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

export interface ExchangeOptions {
  readonly account: Account;
  readonly admission: Admission;
  readonly signIns: SignIns;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onPaired: (paired: Paired) => void | Promise<void>;
  /** Told of the peer whose sign-in is put off. */
  readonly onTurnedAway: (peer: string) => void;
}

/** A sign-in that was settled while this one's tokens were on their way. */
class LateError extends Error {}

/**
 * From a callback to a paired speaker: exchanges run side by side, their outcomes are settled one at a time, and success
 * voids the rest (contract, section 3).
 */
export function createExchange(options: ExchangeOptions): Exchange {
  return new CodeExchange(options);
}

class CodeExchange implements Exchange {
  readonly #options: ExchangeOptions;
  readonly #running = new Map<string, Promise<Outcome>>();
  readonly #budget: ExchangeBudget;
  #last: Promise<unknown> = Promise.resolve();
  #success: { readonly key: string; readonly outcome: Outcome; readonly untilMs: number } | null = null;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#budget = createExchangeBudget(() => options.clock.steadyMs());
    // The token in it may be revoked with the pairing.
    options.account.onChange(pairing => {
      if (pairing === 'unpaired') this.#success = null;
    });
  }

  /** Told with the service's own words, which the listener does not see. */
  #fail(failure: Failure, said: object): Outcome {
    const details = { status: failure.status, reason: failure.title, ...said };
    const isOfClient = failure === FAILURES.unknownClient || failure === FAILURES.misregistered;
    if (isOfClient) {
      this.#options.logger.error(
        details,
        'Pairing failed: the service does not accept this client. See TONEARM_CLIENT_ID, TONEARM_CLIENT_SECRET and TONEARM_REDIRECT_URI.',
      );
    } else this.#options.logger.warn(details, 'Pairing failed.');
    return { type: 'failed', failure };
  }

  /** One after the other; the first that pairs the speaker leaves the others too late. */
  #settle<T>(keep: () => Promise<T>): Promise<T> {
    const settled = this.#last.then(() => {
      if (this.#options.account.paired) throw new LateError('Another sign-in came first.');
      return keep();
    });
    this.#last = settled.catch(() => undefined);
    return settled;
  }

  async #exchange(signIn: SignIn, code: string, browser: Browser): Promise<Outcome> {
    const { codeVerifier, redirectUri, peer } = signIn;
    let sameListener: boolean;
    try {
      const signal = AbortSignal.timeout(LONGEST_EXCHANGE_MS);
      ({ sameListener } = await this.#options.account.signIn(
        { code, codeVerifier, redirectUri },
        { signal, settle: keep => this.#settle(keep) },
      ));
    } catch (error) {
      if (error instanceof LateError) return { type: 'gone' };
      this.#budget.noteFailure(peer);
      const { httpStatus, serviceCode, serviceMessage } = error instanceof ServiceFault ? error : {};
      return this.#fail(toSignInFailure(error), {
        peer: browser.peer,
        httpStatus,
        serviceCode,
        serviceMessage,
      });
    }
    this.#options.signIns.clear();
    return { type: 'paired', token: await this.#admit(sameListener, browser) };
  }

  /** Paired is paired: what fails from here on costs this browser its token, not the speaker its account. */
  async #admit(sameListener: boolean, { userAgent, peer }: Browser): Promise<string | null> {
    try {
      // First, so that the token given out next outlives it.
      if (!sameListener) await this.#options.admission.revokeAll();
      await this.#options.onPaired({ sameListener, peer });
      return await this.#options.admission.admit(toBrowserName(userAgent), peer);
    } catch (error) {
      this.#options.logger.error(
        { name: error instanceof Error ? error.name : 'unknown' },
        'The browser could not be admitted.',
      );
      return null;
    }
  }

  async #runOnce(signIn: SignIn, code: string, browser: Browser, key: string): Promise<Outcome> {
    const outcome = await this.#exchange(signIn, code, browser);
    if (outcome.type === 'paired' && this.#options.account.paired) {
      this.#success = { key, outcome, untilMs: this.#options.clock.steadyMs() + REMEMBERED_MS };
    }
    return outcome;
  }

  recall(callback: Callback): Promise<Outcome> | Outcome | null {
    const already = this.#running.get(toKey(callback));
    if (already) return already;
    if (this.#success === null || this.#options.clock.steadyMs() >= this.#success.untilMs) return null;
    return this.#success.key === toKey(callback) ? this.#success.outcome : null;
  }

  async run(callback: Callback, browser: Browser): Promise<Outcome> {
    const { state, code, error } = callback;
    const signIn = state === null ? null : this.#options.signIns.take(state);
    if (signIn === null) return { type: 'failed', failure: FAILURES.unknownState };
    // Anybody may have written it.
    const serviceCode = error !== null && /^[a-z_]{1,40}$/.test(error) ? error : undefined;
    if (error !== null) return this.#fail(toCallbackFailure(error), { serviceCode });
    if (code === null) return { type: 'failed', failure: FAILURES.noCode };
    const waitMs = this.#budget.take(signIn.peer);
    if (waitMs > 0) {
      this.#options.onTurnedAway(signIn.peer);
      return { type: 'busy', waitMs };
    }
    const key = toKey(callback);
    const run = this.#runOnce(signIn, code, browser, key).finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    return await run;
  }
}

/** Tells callbacks apart without keeping their codes. */
function toKey({ state, code }: Callback): string {
  return createHash('sha256')
    .update(JSON.stringify([state, code]))
    .digest('base64');
}
