import { ServiceFault, toldAnew } from '../errors.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { CredentialsRecord } from '../records.js';
import type { AccessTokens } from './graphql-client.js';
import { createHeldTokens, type Held } from './held-tokens.js';
import type { OAuth } from './oauth.js';
import { createRenewal } from './renewal.js';
import { createRenewalLog } from './renewal-log.js';
import type { Random } from './token-age.js';
import { createDeadline, givenUp, waitFor } from './waiting.js';

/** After a renewal ahead of time has failed, calls go on with the old token so long, up to twice, before the next attempt. */
const AHEAD_PAUSE_MS = 60_000;

/** So long a call waits for a renewal that it could do without. */
const AHEAD_PATIENCE_MS = 300;

/** `refused`: the service ended the pairing; `failed`: it could not be asked, or answered with an error. */
export type RenewalOutcome = 'renewed' | 'refused' | 'failed';

export interface TokenTimes {
  readonly confirmMs: number;
  readonly againMs: readonly number[];
  /** So long a call waits for a renewal that it cannot do without; the renewal goes on. */
  readonly patienceMs: number;
}

export interface Tokens extends AccessTokens {
  /** What is held; null while unpaired. */
  readonly record: CredentialsRecord | null;
  /** Takes over the tokens of a sign-in; resolves once they are durable. Rejects, and changes nothing, if they cannot be kept. */
  adopt(record: CredentialsRecord): Promise<void>;
  /** Forgets the tokens at once; resolves once that is durable. */
  forget(): Promise<void>;
  /** From now on nothing is renewed. The refresh token that is left once no renewal is under way; null: none. */
  last(): Promise<string | null>;
  /** Ends a renewal that an earlier process left in the middle. */
  start(): void;
  /** Lets a renewal that was sent finish and be kept, until `late` fires; then everything is given up. */
  stop(late: AbortSignal): Promise<void>;
}

/**
 * Keeps the access token good (specification, section 5). Expiry is counted on the steady clock. However many calls wait,
 * one renewal runs. A rotated refresh token is durable before anything of its grant is used.
 */
export function createTokens(options: {
  readonly oauth: OAuth;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times: TokenTimes;
  readonly random: Random;
  readonly onLost: () => void;
  /** Told how each renewal ended. */
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}): Tokens {
  const { clock, random, times } = options;
  const stopping = new AbortController();
  const late = new AbortController();
  const tokens = createHeldTokens(options);
  const renewal = createRenewal({ ...options, ...times, stopping: stopping.signal, late: late.signal });
  const log = createRenewalLog(options.logger);
  let renewing: Promise<string | null> | null = null;
  let isEnding = false;
  let nextAheadMs = Number.NEGATIVE_INFINITY;

  function required(): Held {
    const held = tokens.value;
    if (held === null) throw new ServiceFault('notPaired', 'The speaker is not paired with an account.');
    return held;
  }

  function isUsable({ rejected, age }: Held): boolean {
    return !rejected && clock.steadyMs() < age.deadAtMs;
  }

  function refresh(): Promise<string | null> {
    if (renewing === null && (isEnding || stopping.signal.aborted)) return Promise.reject(givenUp());
    renewing ??= runRenewal(required()).finally(() => (renewing = null));
    // Whoever waits hears of a failure; that nobody may be waiting any more is no fault of its own.
    renewing.catch(() => undefined);
    return renewing;
  }

  /** Resolves with the refresh token that came of it; null where the service refuses it. */
  async function runRenewal(before: Held): Promise<string | null> {
    const isKept = await tokens.noteRenewal(before);
    // A disk that takes nothing would lose the pairing at the next restart: the old tokens are good for now.
    if (!isKept && isUsable(before)) throw new ServiceFault('offline', 'The renewal could not be kept.');
    try {
      const grant = await renewal.ask(before.record.refreshToken);
      await tokens.renew(before, grant);
      log.renewed();
      options.onRenewed?.('renewed');
      return grant.refreshToken ?? before.record.refreshToken;
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      if (!stopping.signal.aborted) log.failed(error);
      const isRefused = error.code === 'grantRefused';
      options.onRenewed?.(isRefused ? 'refused' : 'failed');
      // The call that waits for it was never sent.
      if (!isRefused) throw toldAnew(error, { answerLost: false });
      if (tokens.value?.record === before.record) await lose(before);
      return null;
    }
  }

  async function lose(before: Held): Promise<void> {
    options.logger.warn({}, 'the service has ended the pairing');
    await tokens.lose(before);
    options.onLost();
  }

  async function current(signal: AbortSignal): Promise<string> {
    const held = required();
    const steadyMs = clock.steadyMs();
    const isStale = steadyMs >= held.age.staleAtMs && steadyMs >= nextAheadMs;
    if (isUsable(held)) {
      return renewing === null && !isStale ? held.record.accessToken : await renewAhead(signal);
    }
    const patience = createDeadline(times.patienceMs, signal);
    await waitFor(refresh(), patience.signal).finally(() => patience.done());
    return required().record.accessToken;
  }

  /** The old token is good still: a renewal that takes its time holds no call back. */
  async function renewAhead(signal: AbortSignal): Promise<string> {
    const renewed = refresh().catch(() => {
      nextAheadMs = clock.steadyMs() + AHEAD_PAUSE_MS * (1 + random());
    });
    const patience = createDeadline(AHEAD_PATIENCE_MS, signal);
    await waitFor(renewed, patience.signal).catch(() => undefined);
    patience.done();
    if (signal.aborted) throw givenUp();
    const { record, rejected } = required();
    // Another call has found meanwhile that it is not.
    return rejected ? await current(signal) : record.accessToken;
  }

  return {
    get record() {
      return tokens.value?.record ?? null;
    },
    current,
    async renew(rejected, signal) {
      tokens.reject(rejected);
      return await current(signal);
    },
    async adopt(record) {
      await tokens.adopt(record);
      isEnding = false;
    },
    async forget() {
      isEnding = false;
      await tokens.forget();
    },
    async last() {
      isEnding = true;
      const refreshToken = tokens.value?.record.refreshToken ?? null;
      // What could not be asked leaves open whether the old one is good.
      return renewing === null ? refreshToken : await renewing.catch(() => refreshToken);
    },
    start() {
      const held = tokens.isUnsettled ? tokens.value : null;
      if (held === null) return;
      renewal.suspect(held.record.refreshToken);
      refresh().catch(() => undefined);
    },
    async stop(signal) {
      stopping.abort();
      await waitFor(renewing ?? Promise.resolve(null), signal).catch(() => undefined);
      if (renewing !== null) options.logger.warn({}, 'a token renewal was not answered before the stop');
      late.abort();
    },
  };
}
