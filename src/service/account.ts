import { setTimeout as delay } from 'node:timers/promises';
import type { AccountName, Pairing } from '../core/public-state.js';
import { ServiceFault } from '../errors.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { Account, AuthorizeRequest, CodeGrant, SignInOptions } from '../service-ports.js';
import type { CredentialsRecord } from '../records.js';
import { type Identify, learnListener } from './listener-name.js';
import type { OAuth, TokenGrant } from './oauth.js';
import type { Tenure } from './tenure.js';
import type { Random } from './token-age.js';
import { createTokens, type RenewalOutcome, type Tokens, type TokenTimes } from './tokens.js';
import { createDeadline, waitFor } from './waiting.js';

const SIGN_OUT_MS = 3_000;
const IDENTIFY_PAUSES_MS = [0, 300, 900];

export interface KeptAccount extends Account {
  /** What the calls of this account use. */
  readonly tokens: Tokens;
  /** Ends a renewal that an earlier process left in the middle, and learns whose account it is where that is not known. */
  start(): void;
  /** Lets a renewal and a sign-out that were sent finish, until `late` fires. */
  stop(late: AbortSignal): Promise<void>;
}

export interface AccountOptions {
  readonly oauth: OAuth;
  readonly identify: Identify;
  /** Of the calls that use the tokens: ended before these are another listener's, or nobody's. */
  readonly tenure: Pick<Tenure, 'end'>;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times: TokenTimes & { readonly nameMs: readonly number[] };
  readonly random: Random;
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}

/**
 * The listener's account (specification, section 5) and the tokens that calls use. After an unpairing by the service
 * the credentials cell keeps a record with empty tokens, which only tells who the listener was.
 */
export function createAccount(options: AccountOptions): KeptAccount {
  return new ListenerAccount(options);
}

class ListenerAccount implements KeptAccount {
  readonly #options: AccountOptions;
  readonly #listeners: ((pairing: Pairing) => void)[] = [];
  readonly tokens: Tokens;
  readonly #nameListeners: ((account: AccountName) => void)[] = [];
  #revoking: Promise<void> = Promise.resolve();
  #learning = new AbortController();

  constructor(options: AccountOptions) {
    this.#options = options;
    this.tokens = createTokens({ ...options, onLost: () => this.#endTenure() });
  }

  #tell(pairing: Pairing): void {
    for (const listener of this.#listeners) listener(pairing);
  }

  /** The pairing of now, and only that. */
  async #learnListener(): Promise<void> {
    this.#learning.abort();
    if (this.tokens.record === null || this.tokens.record.profileName !== undefined) return;
    const learning = new AbortController();
    this.#learning = learning;
    const { signal } = learning;
    const pausesMs = this.#options.times.nameMs;
    const account = await learnListener({ ...this.#options, tokens: this.tokens, pausesMs, signal });
    if (account === null) return;
    await this.tokens.name(account, () => !signal.aborted);
    if (!signal.aborted) for (const listener of this.#nameListeners) listener(account);
  }

  #endTenure(): void {
    this.#learning.abort();
    this.#options.tenure.end();
    this.#tell('unpaired');
  }

  async #revoke(refreshToken: string): Promise<void> {
    const deadline = createDeadline(SIGN_OUT_MS);
    try {
      await this.#options.oauth.revoke(refreshToken, deadline.signal);
    } catch (error) {
      const code = error instanceof ServiceFault ? error.code : 'unexpected';
      this.#options.logger.warn({ fault: code }, 'The tokens could not be revoked.');
    } finally {
      deadline.done();
    }
  }

  /** A renewal under way may rotate the token: the one to revoke is the one that comes of it. */
  async #revokeLast(): Promise<void> {
    const refreshToken = await this.tokens.last();
    if (refreshToken !== null) await this.#revoke(refreshToken);
  }

  /** Null when the service cannot be asked now: that is no reason to send the listener through consent again. */
  async #identify(accessToken: string, signal: AbortSignal): Promise<AccountName | null> {
    for (const pauseMs of IDENTIFY_PAUSES_MS) {
      try {
        await delay(pauseMs, undefined, { signal });
        return await this.#options.identify(accessToken, signal);
      } catch (error) {
        if (error instanceof ServiceFault && error.httpStatus === 401) throw error;
        if (error instanceof ServiceFault && error.serviceCode === 'UNAUTHENTICATED') throw error;
      }
    }
    this.#options.logger.warn({}, 'The speaker is paired, but the service did not say whose account it is.');
    return null;
  }

  async #keep(grant: TokenGrant, refreshToken: string, signal: AbortSignal): Promise<boolean> {
    const before = this.#options.credentials.value;
    const account = await this.#identify(grant.accessToken, signal);
    const { accessToken, expiresInS } = grant;
    // Where either is unknown nobody can say that they are the same.
    const isSame = before === null || (account !== null && before.profileId === account.id);
    if (!isSame) this.#options.tenure.end();
    await this.tokens.adopt({
      accessToken,
      refreshToken,
      expiresInS,
      obtainedAtMs: this.#options.clock.epochMs(),
      profileId: account?.id ?? null,
      ...(account !== null && { profileName: account.name }),
    });
    // What was asked while they were being stored was asked of the former listener, too.
    if (!isSame) this.#options.tenure.end();
    return isSame;
  }

  get paired(): boolean {
    return this.tokens.record !== null;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    return this.#options.oauth.authorizeUrl(request);
  }

  async signIn(
    grant: CodeGrant,
    { signal, settle = keep => keep() }: SignInOptions,
  ): Promise<{ readonly sameListener: boolean }> {
    const granted = await this.#options.oauth.exchange(grant, signal);
    const { refreshToken } = granted;
    if (refreshToken === null) {
      throw new ServiceFault('serviceError', 'The service gave no refresh token.');
    }
    // One that comes too late may be the same listener's: revoked, it might end the grant that is in use.
    const sameListener = await settle(() =>
      this.#keep(granted, refreshToken, signal).catch(async (error: unknown) => {
        await this.#revoke(refreshToken);
        throw error;
      }),
    );
    this.#tell('paired');
    void this.#learnListener();
    return { sameListener };
  }

  async signOut(): Promise<void> {
    const wasPaired = this.tokens.record !== null;
    const deadline = createDeadline(SIGN_OUT_MS);
    // It goes on although the listener is kept waiting no longer.
    this.#revoking = this.#revokeLast();
    await waitFor(this.#revoking, deadline.signal).catch(() => undefined);
    deadline.done();
    this.#learning.abort();
    this.#options.tenure.end();
    await this.tokens.forget().finally(() => {
      if (wasPaired) this.#tell('unpaired');
    });
  }

  get listener(): AccountName | null {
    const { profileId, profileName } = this.#options.credentials.value ?? {};
    return profileId == null || profileName === undefined ? null : { id: profileId, name: profileName };
  }

  onListener(listener: (account: AccountName) => void): void {
    this.#nameListeners.push(listener);
  }

  start(): void {
    this.tokens.start();
    void this.#learnListener();
  }

  onChange(listener: (pairing: Pairing) => void): void {
    this.#listeners.push(listener);
  }

  async stop(late: AbortSignal): Promise<void> {
    this.#learning.abort();
    await this.tokens.stop(late);
    await waitFor(this.#revoking, late).catch(() => undefined);
  }
}
