import type { AccountName } from '../contract/public-state.js';
import { ServiceFault, toldAnew } from '../contract/errors.js';
import type { Cell, Clock, Logger } from '../contract/ports.js';
import type { CredentialsRecord } from '../contract/records.js';
import type { RenewalOutcome } from '../contract/service-ports.js';
import { deadline } from '../lib/deadline.js';
import type { AccessTokens } from './graphql-client.js';
import { HeldTokens, type TokensInUse } from './held-tokens.js';
import type { OAuth } from './oauth.js';
import { Renewal } from './renewal.js';
import { createRenewalLog, type RenewalLog } from './renewal-log.js';
import type { Spread } from './token-age.js';
import { givenUp, waitFor } from './waiting.js';

/** Pause after a failed early renewal, at random up to twice as long; calls use the old token meanwhile. */
const AHEAD_PAUSE_MS = 60_000;

/** Pause between renewals that are only a guess. */
const GUESS_PAUSE_MS = 3_600_000;

export interface TokenTimes {
  readonly confirmMs: number;
  readonly againMs: readonly number[];
  /** How long a call waits for a renewal without which it has no valid token; the renewal itself continues. */
  readonly patienceMs: number;
}

export interface TokensOptions {
  readonly oauth: OAuth;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times: TokenTimes;
  readonly random: Spread;
  readonly onLost: () => void;
  /** Called with the outcome of each renewal. */
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}

/**
 * The keeper of the access token (specification, section 5). Expiry goes by the steady clock. One renewal
 * serves all waiting calls. A rotated refresh token is stored before any token of its grant is used.
 */
export class Tokens implements AccessTokens {
  readonly #options: TokensOptions;
  readonly #stopping = new AbortController();
  readonly #late = new AbortController();
  readonly #tokens: HeldTokens;
  readonly #renewal: Renewal;
  readonly #log: RenewalLog;
  /** The renewal under way and the record it renews; it counts only while that record is still held. */
  #renewing: { readonly of: CredentialsRecord; readonly done: Promise<string | null> } | null = null;
  #isEnding = false;
  #nextAheadMs = Number.NEGATIVE_INFINITY;
  #nextGuessMs = Number.NEGATIVE_INFINITY;

  constructor(options: TokensOptions) {
    this.#options = options;
    this.#tokens = new HeldTokens(options);
    this.#renewal = new Renewal({
      ...options,
      ...options.times,
      stopping: this.#stopping.signal,
      late: this.#late.signal,
    });
    this.#log = createRenewalLog(options.logger);
  }

  #required(): TokensInUse {
    const held = this.#tokens.value;
    if (held === null) throw new ServiceFault('notPaired', 'The speaker is not paired with an account.');
    return held;
  }

  #isUsable({ rejected, age }: TokensInUse): boolean {
    return !rejected && this.#options.clock.steadyMs() < age.deadAtMs;
  }

  #isRenewing({ record }: TokensInUse): boolean {
    return this.#renewing?.of === record;
  }

  #refresh(): Promise<string | null> {
    const held = this.#required();
    if (this.#renewing?.of === held.record) return this.#renewing.done;
    if (this.#isEnding || this.#stopping.signal.aborted) return Promise.reject(givenUp());
    const done = this.#runRenewal(held).finally(() => {
      if (this.#isRenewing(held)) this.#renewing = null;
    });
    // Waiting callers get the failure; without any, it must not become an unhandled rejection.
    done.catch(() => undefined);
    this.#renewing = { of: held.record, done };
    return done;
  }

  /** Resolves with the refresh token that is left afterwards; null if the service refuses it. */
  async #runRenewal(before: TokensInUse): Promise<string | null> {
    const noted = await this.#tokens.noteRenewal(before);
    if (noted === 'replaced') return before.record.refreshToken;
    // Without a working disk, a renewal would lose the pairing at the next restart. The old token still works.
    if (noted === 'refused' && this.#isUsable(before))
      throw new ServiceFault('offline', 'The renewed tokens could not be saved.');
    try {
      const grant = await this.#renewal.ask(before.record.refreshToken);
      await this.#tokens.renew(before, grant);
      this.#log.renewed();
      this.#options.onRenewed?.('renewed');
      return grant.refreshToken ?? before.record.refreshToken;
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      const isRefused = error.code === 'grantRefused';
      // The tokens were replaced: waiting calls continue with the newer ones.
      if ((this.record ?? before.record) !== before.record)
        return isRefused ? null : before.record.refreshToken;
      if (!this.#stopping.signal.aborted) this.#log.failed(error);
      this.#options.onRenewed?.(isRefused ? 'refused' : 'failed');
      // The waiting call was never sent, so its answer cannot be lost.
      if (!isRefused) throw toldAnew(error, { answerLost: false });
      if (this.#tokens.value?.record === before.record) await this.#lose(before);
      return null;
    }
  }

  async #lose(before: TokensInUse): Promise<void> {
    if (!(await this.#tokens.lose(before))) return;
    this.#options.logger.warn({}, 'The service has ended the pairing.');
    this.#options.onLost();
  }

  async current(signal: AbortSignal): Promise<string> {
    const held = this.#required();
    if (!this.#isUsable(held)) await this.#refreshPatiently(signal);
    else if (!this.#isRenewing(held)) this.#renewAhead(held);
    return this.#required().record.accessToken;
  }

  async #refreshPatiently(signal: AbortSignal): Promise<void> {
    await waitFor(this.#refresh(), deadline(this.#options.times.patienceMs, signal));
  }

  /** Renews while the old token is still valid, and holds no call back. */
  #renewAhead({ age }: TokensInUse): void {
    const steadyMs = this.#options.clock.steadyMs();
    if (steadyMs < age.staleAtMs || steadyMs < this.#nextAheadMs) return;
    this.#refresh().catch(() => {
      this.#nextAheadMs = this.#options.clock.steadyMs() + AHEAD_PAUSE_MS * (1 + this.#options.random());
    });
  }

  /** The stored credentials; null while unpaired. */
  get record(): CredentialsRecord | null {
    return this.#tokens.value?.record ?? null;
  }

  async renew(rejected: string, signal: AbortSignal): Promise<string> {
    this.#tokens.reject(rejected);
    return await this.current(signal);
  }

  async another(doubted: string, signal: AbortSignal): Promise<string | null> {
    const nowMs = this.#options.clock.steadyMs();
    const mayRenew = this.#renewing !== null || nowMs >= this.#nextGuessMs;
    if (this.record?.accessToken === doubted && mayRenew) {
      this.#nextGuessMs = nowMs + GUESS_PAUSE_MS;
      await this.#refreshPatiently(signal).catch((error: unknown) => {
        if (!(error instanceof ServiceFault)) throw error;
      });
    }
    const held = this.record?.accessToken ?? doubted;
    return held === doubted ? null : held;
  }

  /**
   * Takes over the tokens of a sign-in; resolves when they are stored. Rejects, and changes nothing, if they cannot be
   * stored. `onKept` is called when they are stored, while the old tokens are still held.
   */
  async adopt(record: CredentialsRecord, onKept: () => void): Promise<void> {
    await this.#tokens.adopt(record, onKept);
    this.#isEnding = false;
  }

  /** Stores the account's name, unless `isTheirs` returns false by then: the tokens belong to another account. */
  async name(account: AccountName, isTheirs: () => boolean): Promise<void> {
    while (this.#renewing !== null) await this.#renewing.done.catch(() => undefined);
    if (isTheirs()) await this.#tokens.name(account);
  }

  /** Drops the tokens at once; resolves when that is stored. */
  async forget(): Promise<void> {
    this.#isEnding = false;
    await this.#tokens.forget();
  }

  /** Stops renewals, waits for one under way, and resolves with the refresh token then left; null if there is none. */
  async last(): Promise<string | null> {
    this.#isEnding = true;
    const held = this.#tokens.value;
    if (held === null) return null;
    const { refreshToken } = held.record;
    // If the service could not be asked, the old token may still be valid.
    return this.#isRenewing(held)
      ? ((await this.#renewing?.done.catch(() => refreshToken)) ?? null)
      : refreshToken;
  }

  /** Completes a renewal that an earlier process left unfinished. */
  start(): void {
    const held = this.#tokens.isUnsettled ? this.#tokens.value : null;
    if (held === null) return;
    this.#renewal.suspect(held.record.refreshToken);
    this.#refresh().catch(() => undefined);
  }

  /** Lets a renewal that was sent finish and be stored, until `late` aborts; then gives up everything. */
  async stop(late: AbortSignal): Promise<void> {
    this.#stopping.abort();
    await waitFor(this.#renewing?.done ?? Promise.resolve(null), late).catch(() => undefined);
    if (this.#renewing !== null)
      this.#options.logger.warn({}, 'The service did not answer a token renewal before the agent stopped.');
    this.#late.abort();
  }
}
