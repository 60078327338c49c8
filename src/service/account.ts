import { setTimeout as delay } from 'node:timers/promises';
import { ServiceFault } from '../errors.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { Account } from '../service-ports.js';
import type { CredentialsRecord } from '../records.js';
import type { OAuth, TokenGrant } from './oauth.js';
import type { Tenure } from './tenure.js';
import type { Random } from './token-age.js';
import { createTokens, type RenewalOutcome, type Tokens, type TokenTimes } from './tokens.js';
import { createDeadline, waitFor } from './waiting.js';

const SIGN_OUT_MS = 3_000;
const IDENTIFY_PAUSES_MS = [0, 300, 900];

/** Reads whose account an access token belongs to: the LI id, or null where the service tells none. */
export type Identify = (accessToken: string, signal: AbortSignal) => Promise<string | null>;

/**
 * The listener's account (specification, section 5) and the tokens that calls use. After an unpairing by the service
 * the credentials cell keeps a record with empty tokens, which only tells who the listener was.
 */
export function createAccount(options: {
  readonly oauth: OAuth;
  readonly identify: Identify;
  /** Of the calls that use the tokens: ended before these are another listener's, or nobody's. */
  readonly tenure: Pick<Tenure, 'end'>;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times: TokenTimes;
  readonly random: Random;
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}): {
  readonly account: Account;
  readonly tokens: Tokens;
  /** Lets a renewal and a sign-out that were sent finish, until `late` fires. */
  stop(late: AbortSignal): Promise<void>;
} {
  const { oauth, credentials, clock, logger, tenure } = options;
  const listeners: ((pairing: 'paired' | 'unpaired') => void)[] = [];
  const tell = (pairing: 'paired' | 'unpaired') => {
    for (const listener of listeners) listener(pairing);
  };
  const endTenure = () => {
    tenure.end();
    tell('unpaired');
  };
  const tokens = createTokens({ ...options, onLost: endTenure });
  let revoking: Promise<void> = Promise.resolve();

  async function revoke(refreshToken: string): Promise<void> {
    const deadline = createDeadline(SIGN_OUT_MS);
    try {
      await oauth.revoke(refreshToken, deadline.signal);
    } catch (error) {
      const code = error instanceof ServiceFault ? error.code : 'unexpected';
      logger.warn({ fault: code }, 'the tokens could not be revoked');
    } finally {
      deadline.done();
    }
  }

  /** A renewal under way may rotate the token: the one to revoke is the one that comes of it. */
  async function revokeLast(): Promise<void> {
    const refreshToken = await tokens.last();
    if (refreshToken !== null) await revoke(refreshToken);
  }

  /** Null when the service cannot be asked now: that is no reason to send the listener through consent again. */
  async function identify(accessToken: string, signal: AbortSignal): Promise<string | null> {
    for (const pauseMs of IDENTIFY_PAUSES_MS) {
      try {
        await delay(pauseMs, undefined, { signal });
        return await options.identify(accessToken, signal);
      } catch (error) {
        if (error instanceof ServiceFault && error.httpStatus === 401) throw error;
        if (error instanceof ServiceFault && error.serviceCode === 'UNAUTHENTICATED') throw error;
      }
    }
    logger.warn({}, 'paired, but the service did not tell whose account it is');
    return null;
  }

  async function keep(grant: TokenGrant, refreshToken: string, signal: AbortSignal): Promise<boolean> {
    const before = credentials.value;
    const profileId = await identify(grant.accessToken, signal);
    const { accessToken, expiresInS } = grant;
    // Where either is unknown nobody can say that they are the same.
    const isSame = before === null || (profileId !== null && before.profileId === profileId);
    if (!isSame) tenure.end();
    await tokens.adopt({ accessToken, refreshToken, expiresInS, obtainedAtMs: clock.epochMs(), profileId });
    // What was asked while they were being stored was asked of the former listener, too.
    if (!isSame) tenure.end();
    return isSame;
  }

  const account: Account = {
    get paired() {
      return tokens.record !== null;
    },
    authorizeUrl: request => oauth.authorizeUrl(request),
    async signIn(grant, { signal }) {
      const granted = await oauth.exchange(grant, signal);
      const { refreshToken } = granted;
      if (refreshToken === null) {
        throw new ServiceFault('serviceError', 'The service gave no refresh token.');
      }
      let sameListener: boolean;
      try {
        sameListener = await keep(granted, refreshToken, signal);
      } catch (error) {
        await revoke(refreshToken);
        throw error;
      }
      tell('paired');
      return { sameListener };
    },
    async signOut() {
      const wasPaired = tokens.record !== null;
      const deadline = createDeadline(SIGN_OUT_MS);
      // It goes on although the listener is kept waiting no longer.
      revoking = revokeLast();
      await waitFor(revoking, deadline.signal).catch(() => undefined);
      deadline.done();
      tenure.end();
      await tokens.forget().finally(() => {
        if (wasPaired) tell('unpaired');
      });
    },
    onChange: listener => {
      listeners.push(listener);
    },
  };
  return {
    account,
    tokens,
    async stop(late) {
      await tokens.stop(late);
      await waitFor(revoking, late).catch(() => undefined);
    },
  };
}
