import { setTimeout as delay } from 'node:timers/promises';
import { ServiceFault } from '../errors.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { CredentialsRecord } from '../records.js';
import type { AccessTokens } from './graphql-client.js';
import type { OAuth, TokenGrant } from './oauth.js';
import { type Random, type TokenAge, toFreshAge, toKeptAge } from './token-age.js';
import { createDeadline, givenUp, waitFor } from './waiting.js';

/** After a renewal ahead of time has failed, calls go on with the old token so long, up to twice, before the next attempt. */
const AHEAD_PAUSE_MS = 60_000;

/** So long a call waits for a renewal that it could do without. */
const AHEAD_PATIENCE_MS = 300;

/** `refused`: the service ended the pairing; `failed`: it could not be asked, or answered with an error. */
export type RenewalOutcome = 'renewed' | 'refused' | 'failed';

interface Held {
  readonly record: CredentialsRecord;
  readonly age: TokenAge;
  /** The service refused the access token. */
  readonly rejected: boolean;
}

export interface Tokens extends AccessTokens {
  /** What is held; null while unpaired. */
  readonly record: CredentialsRecord | null;
  /** Takes over the tokens of a sign-in; resolves once they are durable. Rejects, and changes nothing, if they cannot be kept. */
  adopt(record: CredentialsRecord): Promise<void>;
  /** Forgets the tokens at once; resolves once that is durable. */
  forget(): Promise<void>;
  /** Resolves when no refresh is under way, whatever came of it. */
  settled(): Promise<void>;
  stop(): void;
}

/**
 * Keeps the access token good (specification, section 5). Expiry is counted on the steady clock. However many calls wait, one
 * refresh runs. A rotated refresh token is durable before it is used. Two refusals `confirmMs` apart end the pairing.
 */
export function createTokens(options: {
  readonly oauth: OAuth;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly confirmMs: number;
  readonly random: Random;
  readonly onLost: () => void;
  /** Told how each renewal ended. */
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}): Tokens {
  const { oauth, credentials, clock, logger, random } = options;
  const stopping = new AbortController();
  let held: Held | null | undefined;
  let refreshing: Promise<void> | null = null;
  let nextAheadMs = Number.NEGATIVE_INFINITY;

  /** Read at first use and not when created: the store may open later. */
  function holding(): Held | null {
    if (held === undefined) {
      const record = credentials.value;
      const paired = record !== null && record.refreshToken !== '';
      held = paired ? { record, age: toKeptAge(record, clock, random), rejected: false } : null;
    }
    return held;
  }

  function required(): Held {
    const now = holding();
    if (now === null) throw new ServiceFault('notPaired', 'The speaker is not paired with an account.');
    return now;
  }

  function refresh(): Promise<void> {
    refreshing ??= runRefresh().finally(() => (refreshing = null));
    // Whoever waits hears of a failure; that nobody may be waiting any more is no fault of its own.
    refreshing.catch(() => undefined);
    return refreshing;
  }

  async function runRefresh(): Promise<void> {
    const { record } = required();
    let grant: TokenGrant;
    try {
      grant = await requestGrant(record.refreshToken);
    } catch (error) {
      const isRefused = error instanceof ServiceFault && error.code === 'grantRefused';
      options.onRenewed?.(isRefused ? 'refused' : 'failed');
      if (!isRefused) throw error;
      if (holding()?.record === record) await lose(record);
      return;
    }
    // Signed out, or paired anew, in the meantime: these tokens belong to nobody.
    if (holding()?.record !== record) return;
    const next: CredentialsRecord = {
      ...record,
      accessToken: grant.accessToken,
      refreshToken: grant.refreshToken ?? record.refreshToken,
      expiresInS: grant.expiresInS,
      obtainedAtMs: clock.epochMs(),
    };
    held = { record: next, age: toFreshAge(next.expiresInS, clock, random), rejected: false };
    options.onRenewed?.('renewed');
    try {
      await credentials.write(next);
    } catch {
      // The old refresh token may be spent already: going on without the disk loses less than stopping here.
      logger.error({}, 'the renewed credentials could not be stored; they live until the next restart');
    }
  }

  async function requestGrant(refreshToken: string): Promise<TokenGrant> {
    try {
      return await oauth.refresh(refreshToken, stopping.signal);
    } catch (error) {
      if (!(error instanceof ServiceFault) || error.code !== 'grantRefused') throw error;
      logger.warn(
        { confirmMs: options.confirmMs },
        'the service refused to renew the tokens; asking once more',
      );
      await delay(options.confirmMs * (1 + random() / 5), undefined, { signal: stopping.signal }).catch(
        () => {
          throw new ServiceFault('offline', 'Stopped while a refusal was being confirmed.');
        },
      );
      return await oauth.refresh(refreshToken, stopping.signal);
    }
  }

  /** The listener's id stays in the record, to tell at the next pairing whether the listener is the same. */
  async function lose(record: CredentialsRecord): Promise<void> {
    logger.warn({}, 'the service has ended the pairing');
    held = null;
    try {
      await credentials.write({ ...record, accessToken: '', refreshToken: '', expiresInS: 0 });
    } catch {
      logger.error({}, 'the credentials could not be removed from the disk');
    }
    options.onLost();
  }

  async function current(signal: AbortSignal): Promise<string> {
    const now = required();
    const steadyMs = clock.steadyMs();
    const usable = !now.rejected && steadyMs < now.age.deadAtMs;
    const ahead = steadyMs >= now.age.staleAtMs && steadyMs >= nextAheadMs;
    if (refreshing === null && usable && !ahead) return now.record.accessToken;
    if (usable) return await renewAhead(signal);
    await waitFor(refresh(), signal);
    return required().record.accessToken;
  }

  /** The old token is good still: a renewal that takes its time holds no call back. */
  async function renewAhead(signal: AbortSignal): Promise<string> {
    const renewed = refresh().catch(() => {
      nextAheadMs = clock.steadyMs() + AHEAD_PAUSE_MS * (1 + random());
    });
    const late = createDeadline(AHEAD_PATIENCE_MS, signal);
    await waitFor(renewed, late.signal).catch(() => undefined);
    late.done();
    if (signal.aborted) throw givenUp();
    const { record, rejected } = required();
    // Another call has found meanwhile that it is not.
    return rejected ? await current(signal) : record.accessToken;
  }

  return {
    get record() {
      return holding()?.record ?? null;
    },
    current,
    async renew(rejected, signal) {
      const now = required();
      if (now.record.accessToken === rejected) held = { ...now, rejected: true };
      return await current(signal);
    },
    async adopt(record) {
      await credentials.write(record);
      held = { record, age: toFreshAge(record.expiresInS, clock, random), rejected: false };
    },
    async forget() {
      held = null;
      await credentials.remove();
    },
    async settled() {
      await refreshing?.catch(() => undefined);
    },
    stop() {
      stopping.abort();
    },
  };
}
