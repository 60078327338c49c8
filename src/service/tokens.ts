import type { AccountName } from '../core/public-state.js';
import { ServiceFault, toldAnew } from '../errors.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { CredentialsRecord } from '../records.js';
import type { AccessTokens } from './graphql-client.js';
import { createHeldTokens, type Held, type HeldTokens } from './held-tokens.js';
import type { OAuth } from './oauth.js';
import { createRenewal, type Renewal } from './renewal.js';
import { createRenewalLog, type RenewalLog } from './renewal-log.js';
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
  /**
   * Takes over the tokens of a sign-in; resolves once they are durable. Rejects, and changes nothing, if they cannot be
   * kept. `onKept`: told once they are durable, while those before them are still held.
   */
  adopt(record: CredentialsRecord, onKept: () => void): Promise<void>;
  /** Keeps whose they are, unless `isTheirs` says by then that they are somebody else's. */
  name(account: AccountName, isTheirs: () => boolean): Promise<void>;
  /** Forgets the tokens at once; resolves once that is durable. */
  forget(): Promise<void>;
  /** From now on nothing is renewed. The refresh token that is left once no renewal is under way; null: none. */
  last(): Promise<string | null>;
  /** Ends a renewal that an earlier process left in the middle. */
  start(): void;
  /** Lets a renewal that was sent finish and be kept, until `late` fires; then everything is given up. */
  stop(late: AbortSignal): Promise<void>;
}

export interface TokensOptions {
  readonly oauth: OAuth;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times: TokenTimes;
  readonly random: Random;
  readonly onLost: () => void;
  /** Told how each renewal ended. */
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}

/**
 * Keeps the access token good (specification, section 5). Expiry is counted on the steady clock. However many calls wait,
 * one renewal runs. A rotated refresh token is durable before anything of its grant is used.
 */
export function createTokens(options: TokensOptions): Tokens {
  return new RenewedTokens(options);
}

class RenewedTokens implements Tokens {
  readonly #options: TokensOptions;
  readonly #stopping = new AbortController();
  readonly #late = new AbortController();
  readonly #tokens: HeldTokens;
  readonly #renewal: Renewal;
  readonly #log: RenewalLog;
  /** Of which tokens; those that have been replaced meanwhile are nobody's any more. */
  #renewing: { readonly of: CredentialsRecord; readonly done: Promise<string | null> } | null = null;
  #isEnding = false;
  #nextAheadMs = Number.NEGATIVE_INFINITY;

  constructor(options: TokensOptions) {
    this.#options = options;
    this.#tokens = createHeldTokens(options);
    this.#renewal = createRenewal({
      ...options,
      ...options.times,
      stopping: this.#stopping.signal,
      late: this.#late.signal,
    });
    this.#log = createRenewalLog(options.logger);
  }

  #required(): Held {
    const held = this.#tokens.value;
    if (held === null) throw new ServiceFault('notPaired', 'The speaker is not paired with an account.');
    return held;
  }

  #isUsable({ rejected, age }: Held): boolean {
    return !rejected && this.#options.clock.steadyMs() < age.deadAtMs;
  }

  #isRenewing({ record }: Held): boolean {
    return this.#renewing?.of === record;
  }

  #refresh(): Promise<string | null> {
    const held = this.#required();
    if (this.#renewing?.of === held.record) return this.#renewing.done;
    if (this.#isEnding || this.#stopping.signal.aborted) return Promise.reject(givenUp());
    const done = this.#runRenewal(held).finally(() => {
      if (this.#isRenewing(held)) this.#renewing = null;
    });
    // Whoever waits hears of a failure; that nobody may be waiting any more is no fault of its own.
    done.catch(() => undefined);
    this.#renewing = { of: held.record, done };
    return done;
  }

  #isReplaced({ record }: Held): boolean {
    const now = this.#tokens.value;
    return now !== null && now.record !== record;
  }

  /** Resolves with the refresh token that is left of it; null where the service refuses it. */
  async #runRenewal(before: Held): Promise<string | null> {
    const noted = await this.#tokens.noteRenewal(before);
    if (noted === 'replaced') return before.record.refreshToken;
    // A disk that takes nothing would lose the pairing at the next restart: the old tokens are good for now.
    if (noted === 'refused' && this.#isUsable(before))
      throw new ServiceFault('offline', 'The renewal could not be kept.');
    try {
      const grant = await this.#renewal.ask(before.record.refreshToken);
      await this.#tokens.renew(before, grant);
      this.#log.renewed();
      this.#options.onRenewed?.('renewed');
      return grant.refreshToken ?? before.record.refreshToken;
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      const isRefused = error.code === 'grantRefused';
      // Whoever waits goes on with the newer ones.
      if (this.#isReplaced(before)) return isRefused ? null : before.record.refreshToken;
      if (!this.#stopping.signal.aborted) this.#log.failed(error);
      this.#options.onRenewed?.(isRefused ? 'refused' : 'failed');
      // The call that waits for it was never sent.
      if (!isRefused) throw toldAnew(error, { answerLost: false });
      if (this.#tokens.value?.record === before.record) await this.#lose(before);
      return null;
    }
  }

  async #lose(before: Held): Promise<void> {
    if (!(await this.#tokens.lose(before))) return;
    this.#options.logger.warn({}, 'The service has ended the pairing.');
    this.#options.onLost();
  }

  async current(signal: AbortSignal): Promise<string> {
    const held = this.#required();
    const steadyMs = this.#options.clock.steadyMs();
    const isStale = steadyMs >= held.age.staleAtMs && steadyMs >= this.#nextAheadMs;
    if (this.#isUsable(held)) {
      return !this.#isRenewing(held) && !isStale ? held.record.accessToken : await this.#renewAhead(signal);
    }
    const patience = createDeadline(this.#options.times.patienceMs, signal);
    await waitFor(this.#refresh(), patience.signal).finally(() => patience.done());
    return this.#required().record.accessToken;
  }

  /** The old token is good still: a renewal that takes its time holds no call back. */
  async #renewAhead(signal: AbortSignal): Promise<string> {
    const renewed = this.#refresh().catch(() => {
      this.#nextAheadMs = this.#options.clock.steadyMs() + AHEAD_PAUSE_MS * (1 + this.#options.random());
    });
    const patience = createDeadline(AHEAD_PATIENCE_MS, signal);
    await waitFor(renewed, patience.signal).catch(() => undefined);
    patience.done();
    if (signal.aborted) throw givenUp();
    const { record, rejected } = this.#required();
    // Another call has found meanwhile that it is not.
    return rejected ? await this.current(signal) : record.accessToken;
  }

  get record(): CredentialsRecord | null {
    return this.#tokens.value?.record ?? null;
  }

  async renew(rejected: string, signal: AbortSignal): Promise<string> {
    this.#tokens.reject(rejected);
    return await this.current(signal);
  }

  async adopt(record: CredentialsRecord, onKept: () => void): Promise<void> {
    await this.#tokens.adopt(record, onKept);
    this.#isEnding = false;
  }

  async name(account: AccountName, isTheirs: () => boolean): Promise<void> {
    while (this.#renewing !== null) await this.#renewing.done.catch(() => undefined);
    if (isTheirs()) await this.#tokens.name(account);
  }

  async forget(): Promise<void> {
    this.#isEnding = false;
    await this.#tokens.forget();
  }

  async last(): Promise<string | null> {
    this.#isEnding = true;
    const held = this.#tokens.value;
    if (held === null) return null;
    const { refreshToken } = held.record;
    // What could not be asked leaves open whether the old one is good.
    return this.#renewing?.of === held.record
      ? await this.#renewing.done.catch(() => refreshToken)
      : refreshToken;
  }

  start(): void {
    const held = this.#tokens.isUnsettled ? this.#tokens.value : null;
    if (held === null) return;
    this.#renewal.suspect(held.record.refreshToken);
    this.#refresh().catch(() => undefined);
  }

  async stop(signal: AbortSignal): Promise<void> {
    this.#stopping.abort();
    await waitFor(this.#renewing?.done ?? Promise.resolve(null), signal).catch(() => undefined);
    if (this.#renewing !== null)
      this.#options.logger.warn({}, 'A token renewal was not answered before the stop.');
    this.#late.abort();
  }
}
