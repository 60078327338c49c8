import { ServiceFault } from '../contract/errors.js';
import type { IncidentDetails } from '../contract/incidents.js';
import { LIMITS } from '../contract/limits.js';
import type { Clock, Logger, PageRequest } from '../contract/ports.js';
import type { Admission, IssuedToken, Inviter } from '../contract/pairing-ports.js';
import type { Account, Standing } from '../contract/service-ports.js';
import type { Meter } from '../lib/meter.js';
import { toBrowserName } from './browser-name.js';
import type { Callback } from './callback.js';
import { type Failure, FAILURES, titleOf, toCallbackFailure, toSignInFailure } from './failures.js';
import type { SignInPolicy } from './opening.js';
import type { Right, SignIn } from './sign-ins.js';

const LONGEST_EXCHANGE_MS = 30_000;

const { tooManySignIns, tooManySignInsAMinute, tooManySignInsAnHour } = LIMITS;
/** What limits the sign-ins that reach the service (contract, section 4, "Limits"). */
const ROWS = { tooManySignIns, tooManySignInsAMinute, tooManySignInsAnHour };
type RowName = keyof typeof ROWS;
const ROW_NAMES = Object.keys(ROWS) as RowName[];

/** A completed sign-in: who signed in, and by what right. Reported once the credentials are stored. */
export interface Paired {
  readonly standing: Standing;
  readonly wasPaired: boolean;
  readonly right: Right['by'];
  /** The name of the client whose code was used; null if no code was used or its client is not known. */
  readonly by: string | null;
  /** The address of the browser; null for `tonearm pair`. */
  readonly peer: string | null;
}

export type SignInOutcome =
  | { readonly type: 'paired'; readonly credential: IssuedToken | null; readonly standing: Standing }
  | { readonly type: 'failed'; readonly failure: Failure }
  /** Too many sign-ins have reached the service. */
  | { readonly type: 'busy'; readonly waitMs: number }
  /** Another sign-in paired the speaker first. */
  | { readonly type: 'gone' };

/** The browser that brings a callback. */
export type Browser = Pick<PageRequest, 'userAgent' | 'peer' | 'acceptLanguage'>;

/** Called when a sign-in is deferred or refused. `peer`: null for `tonearm pair`. */
export type OnTurnedAway = (
  what: RowName | 'wrongSignIn',
  peer: string | null,
  details?: IncidentDetails,
) => void;

export interface ExchangeOptions {
  readonly account: Account;
  readonly admission: Admission;
  readonly opening: () => SignInPolicy;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onPaired: (paired: Paired) => void | Promise<void>;
  readonly onTurnedAway: OnTurnedAway;
  readonly meter: Meter<RowName>;
}

/** Another sign-in paired the speaker while this one's tokens were under way. */
class LateError extends Error {}

/** The account that signed in may not pair the speaker. */
class NotTheirsError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(titleOf(failure));
    this.failure = failure;
  }
}

/**
 * Turns a callback into a paired speaker. Exchanges run in parallel; their outcomes are settled one at a time (contract,
 * section 3, "Whose speaker it is").
 */
export class SignInExchange {
  readonly #options: ExchangeOptions;
  /** How often the listener has been signed out. */
  #signOuts = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { account } = options;
    account.onChange(() => (this.#signOuts += account.hasListener === false ? 1 : 0));
  }

  /** Reports a wrong sign-in as an incident, which is rate-limited, because anybody can cause any number of them. */
  #refuse(failure: Failure, browser: Browser | null, said: IncidentDetails = {}): SignInOutcome {
    this.#options.onTurnedAway('wrongSignIn', browser?.peer ?? null, { reason: titleOf(failure), ...said });
    return { type: 'failed', failure };
  }

  /** Reports a failed exchange with the service's own message, which the listener does not see. */
  #fail(failure: Failure, browser: Browser | null, said: IncidentDetails): SignInOutcome {
    const isOfClient = failure === FAILURES.unknownClient || failure === FAILURES.misregistered;
    if (!isOfClient && failure.status < 500) return this.#refuse(failure, browser, said);
    const peer = browser?.peer ?? 'local';
    const details = { status: failure.status, reason: titleOf(failure), peer, ...said };
    if (isOfClient) {
      this.#options.logger.error(
        details,
        'Pairing failed: the service does not accept this client. See TONEARM_CLIENT_ID, TONEARM_CLIENT_SECRET and TONEARM_REDIRECT_URI.',
      );
    } else this.#options.logger.warn(details, 'Pairing failed.');
    return { type: 'failed', failure };
  }

  /** Counts a sign-in and returns null; or counts nothing and returns the row that lets it wait longest. */
  #count(peer: string): { readonly name: RowName; readonly waitMs: number } | null {
    const whoOf = (name: RowName): string => (ROWS[name].by === 'peer' ? peer : '');
    const waits = ROW_NAMES.map(name => ({ name, waitMs: this.#options.meter.waitMs(name, whoOf(name)) }));
    const longest = waits.reduce((one, other) => (other.waitMs > one.waitMs ? other : one));
    if (longest.waitMs > 0) return longest;
    for (const name of ROW_NAMES) this.#options.meter.note(name, whoOf(name));
    return null;
  }

  async #exchange(signIn: SignIn, code: string, browser: Browser | null): Promise<SignInOutcome> {
    const { codeVerifier, redirectUri } = signIn;
    const signOuts = this.#signOuts;
    try {
      return await this.#options.account.signIn(
        { code, codeVerifier, redirectUri },
        {
          signal: AbortSignal.timeout(LONGEST_EXCHANGE_MS),
          settle: async (standing, keep) => {
            // Signing out ends every sign-in begun before it, except one begun from the shell.
            const isOver = signOuts !== this.#signOuts && signIn.right.by !== 'shell';
            if (isOver) throw new NotTheirsError(FAILURES.signedOut);
            return await this.#settle(signIn, { standing, keep, browser });
          },
        },
      );
    } catch (error) {
      if (error instanceof LateError) return { type: 'gone' };
      const { httpStatus, serviceCode, serviceMessage } = error instanceof ServiceFault ? error : {};
      const failure = error instanceof NotTheirsError ? error.failure : toSignInFailure(error);
      return this.#fail(failure, browser, { httpStatus, serviceCode, serviceMessage });
    }
  }

  /** Settles the tokens. Throws a `LateError` or `NotTheirsError` if this account may not pair the speaker. */
  async #settle(
    signIn: SignIn,
    {
      standing,
      keep,
      browser,
    }: {
      readonly standing: Standing;
      readonly keep: () => Promise<void>;
      readonly browser: Browser | null;
    },
  ): Promise<SignInOutcome> {
    const { right, isOwners } = signIn;
    const wasPaired = this.#options.account.paired;
    if (wasPaired && !isOwners) throw new LateError('Another sign-in finished first.');
    const refusal = refusalOf(right, standing, this.#options.opening());
    if (refusal !== null) throw new NotTheirsError(refusal);
    const by = await keepBy(right, standing, keep);
    const peer = browser?.peer ?? null;
    const paired = { standing, wasPaired, right: right.by, by: by?.name ?? null, peer };
    return { type: 'paired', credential: await this.#admit(paired, by, browser), standing };
  }

  /**
   * The speaker is paired already: a failure from here on costs this browser its token, but not the speaker its
   * account.
   */
  async #admit(paired: Paired, by: Inviter | null, browser: Browser | null): Promise<IssuedToken | null> {
    try {
      await this.#options.onPaired(paired);
      if (browser === null) return null;
      return await this.#options.admission.admit(toBrowserName(browser), browser.peer, by);
    } catch (error) {
      this.#options.logger.error(
        { name: error instanceof Error ? error.name : 'unknown' },
        'The browser could not be admitted.',
      );
      return null;
    }
  }

  /** Exchanges the code. `browser` is admitted as a client; null for `tonearm pair`, which admits none. */
  async run(signIn: SignIn, callback: Callback, browser: Browser | null): Promise<SignInOutcome> {
    const { code, error } = callback;
    if (error !== null) {
      // Anybody may have written this error, so it proves nothing about the service or the client.
      const serviceCode = /^[a-z_]{1,40}$/.test(error) ? error : undefined;
      return this.#refuse(toCallbackFailure(error), browser, { serviceCode });
    }
    if (code === null) return this.#refuse(FAILURES.noCode, browser);
    const held = isCounted(signIn) ? this.#count(signIn.peer) : null;
    if (held !== null) {
      this.#options.onTurnedAway(held.name, signIn.peer);
      return { type: 'busy', waitMs: held.waitMs };
    }
    return await this.#exchange(signIn, code, browser);
  }
}

/** Returns why an account of this standing may not pair the speaker by this right, or null if it may. */
function refusalOf({ by }: Right, standing: Standing, opening: SignInPolicy): Failure | null {
  // A code is checked when it is spent.
  if (standing === 'same' || by === 'shell' || by === 'code') return null;
  if (standing === 'none') return by === 'anyone' || opening === 'anyone' ? null : FAILURES.over;
  return standing === 'other' ? FAILURES.otherAccount : FAILURES.unknownListener;
}

/**
 * Stores the credentials and spends the code in one step, so that only one of several simultaneous users of a code
 * succeeds. Returns the inviter of the code, or null if none was spent.
 */
async function keepBy(right: Right, standing: Standing, keep: () => Promise<void>): Promise<Inviter | null> {
  if (right.by === 'code') {
    const kept = right.code.use(keep);
    await kept;
    if (kept !== null) return right.code.by;
    // The listener’s own account needs no code.
    if (standing !== 'same') throw new NotTheirsError(FAILURES.codeUsed);
  }
  await keep();
  return null;
}

/**
 * Whether the limits apply: a sign-in with an owner's code or from the shell never waits for others (contract,
 * section 3).
 */
function isCounted({ right }: SignIn): boolean {
  return right.by !== 'code' && right.by !== 'shell';
}
