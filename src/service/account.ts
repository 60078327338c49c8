import type { AccountName, Pairing } from '../contract/public-state.js';
import { ServiceFault } from '../contract/errors.js';
import type { Cell, Clock, Logger } from '../contract/ports.js';
import type { Account, AuthorizeRequest, CodeGrant, RenewalOutcome } from '../contract/service-ports.js';
import type { SignInOptions, Standing } from '../contract/service-ports.js';
import type { CredentialsRecord } from '../contract/records.js';
import { deadline } from '../lib/deadline.js';
import { type Identify, identifyListener, learnListener } from './listener-name.js';
import type { OAuth } from './oauth.js';
import type { Tenure } from './tenure.js';
import type { Spread } from './token-age.js';
import { Tokens, type TokenTimes } from './tokens.js';
import { waitFor } from './waiting.js';

const SIGN_OUT_MS = 3_000;
/** How long a sign-in waits while the speaker learns its own listener. */
const LEARN_MS = 10_000;

export interface AccountOptions {
  /** Uses the speaker's own tokens, as `identify` does. */
  readonly oauth: OAuth;
  readonly identify: Identify;
  /** Endpoints for sign-ins, through HTTP clients of their own. */
  readonly signIn: Pick<OAuth, 'exchange' | 'revoke'> & { readonly identify: Identify };
  /** The tenure of the calls that use the tokens. It ends before the tokens change to another listener or to none. */
  readonly tenure: Pick<Tenure, 'end'>;
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times: TokenTimes & { readonly nameMs: readonly number[] };
  readonly random: Spread;
  readonly onRenewed?: (outcome: RenewalOutcome) => void;
}

/**
 * The listener's account (specification, section 5) with the tokens for calls. After the service has ended the
 * pairing, the credentials cell keeps a record with empty tokens, which only identifies the last listener.
 */
export class KeptAccount implements Account {
  readonly #options: AccountOptions;
  readonly #listeners: ((pairing: Pairing) => void)[] = [];
  /** The tokens for this account's calls. */
  readonly tokens: Tokens;
  readonly #nameListeners: ((account: AccountName) => void)[] = [];
  #revoking: Promise<unknown> = Promise.resolve();
  #learning = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: AccountOptions) {
    this.#options = options;
    this.tokens = new Tokens({ ...options, onLost: () => this.#endTenure() });
  }

  #tell(pairing: Pairing): void {
    for (const listener of this.#listeners) listener(pairing);
  }

  /** Completes sign-ins and a sign-out one after the other. */
  #inTurn<T>(settle: () => Promise<T>): Promise<T> {
    const settled = this.#turn.then(settle);
    this.#turn = settled.catch(() => undefined);
    return settled;
  }

  /** Learns whose account the present pairing belongs to. Does not carry over to a later pairing. */
  async #learnListener(): Promise<void> {
    this.#learning.abort();
    if (this.tokens.record === null || this.tokens.record.profileName !== undefined) return;
    const learning = new AbortController();
    this.#learning = learning;
    const { signal } = learning;
    const pausesMs = this.#options.times.nameMs;
    const account = await learnListener({ ...this.#options, tokens: this.tokens, pausesMs, signal });
    if (account !== null) await this.#name(account, signal);
  }

  /** `over` aborts when the pairing under which the name was asked ends. */
  async #name(account: AccountName, over: AbortSignal): Promise<void> {
    await this.tokens.name(account, () => !over.aborted);
    if (!over.aborted) for (const listener of this.#nameListeners) listener(account);
  }

  /** During a sign-in, asks for the speaker's own listener at once if that is unknown, to compare the two. */
  async #learnAtOnce(signal: AbortSignal): Promise<void> {
    if (this.hasListener !== 'unknown' || !this.paired) return;
    const { signal: over } = this.#learning;
    const late = deadline(LEARN_MS, signal);
    const learn = async (): Promise<void> => {
      const accessToken = await this.tokens.current(late);
      await this.#name(await identifyListener(this.#options.signIn.identify, accessToken, late), over);
    };
    try {
      await waitFor(learn(), late);
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
    }
  }

  #endTenure(): void {
    this.#learning.abort();
    this.#options.tenure.end();
    this.#tell('unpaired');
  }

  /** Makes `stop` wait for this revocation, besides those under way. */
  #keepRevoking(revoking: Promise<void>): Promise<void> {
    this.#revoking = Promise.allSettled([this.#revoking, revoking]).then(() => undefined);
    return revoking;
  }

  async #revoke(refreshToken: string, { revoke }: Pick<OAuth, 'revoke'>): Promise<void> {
    try {
      await revoke(refreshToken, deadline(SIGN_OUT_MS));
    } catch (error) {
      const code = error instanceof ServiceFault ? error.code : 'unexpected';
      this.#options.logger.warn({ fault: code }, 'The tokens could not be revoked.');
    }
  }

  /** A renewal under way may rotate the refresh token: waits for it and revokes the newest one. */
  async #revokeLast(): Promise<void> {
    const refreshToken = await this.tokens.last();
    if (refreshToken !== null) await this.#revoke(refreshToken, this.#options.oauth);
  }

  #standingOf({ id }: AccountName): Standing {
    const kept = this.#options.credentials.value;
    if (kept === null) return 'none';
    if (kept.profileId === null) return 'unknown';
    return kept.profileId === id ? 'same' : 'other';
  }

  async #keep(record: CredentialsRecord, standing: Standing): Promise<void> {
    // Requests made for one listener must not be sent for the next one.
    const isSame = standing === 'same' || standing === 'none';
    const before = this.tokens.record;
    const endTenure = (): void => {
      if (!isSame) this.#options.tenure.end();
      if (standing === 'other') void this.#keepRevoking(this.#revokeLast()).catch(() => undefined);
    };
    this.#learning.abort();
    // The former pairing ends only when the new tokens are stored: the disk may refuse them.
    await this.tokens.adopt(record, endTenure).catch((error: unknown) => {
      void this.#learnListener();
      throw error;
    });
    if (before === null) this.#tell('paired');
  }

  get paired(): boolean {
    return this.tokens.record !== null;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    return this.#options.oauth.authorizeUrl(request);
  }

  async signIn<T>(grant: CodeGrant, { signal, settle }: SignInOptions<T>): Promise<T> {
    const { accessToken, refreshToken, expiresInS } = await this.#options.signIn.exchange(grant, signal);
    if (refreshToken === null) {
      throw new ServiceFault('serviceError', 'The service did not issue a refresh token.');
    }
    const { id, name } = await identifyListener(this.#options.signIn.identify, accessToken, signal);
    await this.#learnAtOnce(signal);
    const mine: { standing: Standing; isKept: boolean } = { standing: 'unknown', isKept: false };
    const keep = async (): Promise<void> => {
      const obtainedAtMs = this.#options.clock.epochMs();
      const whose = { profileId: id, profileName: name };
      await this.#keep({ accessToken, refreshToken, expiresInS, obtainedAtMs, ...whose }, mine.standing);
      mine.isKept = true;
    };
    try {
      return await this.#inTurn(() => settle((mine.standing = this.#standingOf({ id, name })), keep));
    } catch (error) {
      // New tokens of the speaker's own listener may belong to the grant in use: revoking them might end it.
      const areForeign = mine.standing === 'other' || mine.standing === 'none';
      if (areForeign && !mine.isKept)
        await this.#keepRevoking(this.#revoke(refreshToken, this.#options.signIn));
      throw error;
    }
  }

  signOut(): Promise<void> {
    return this.#inTurn(() => this.#signOut());
  }

  async #signOut(): Promise<void> {
    const hadListener = this.hasListener !== false;
    // The revocation continues after the listener has stopped waiting.
    await waitFor(this.#keepRevoking(this.#revokeLast()), deadline(SIGN_OUT_MS)).catch(() => undefined);
    this.#learning.abort();
    this.#options.tenure.end();
    await this.tokens.forget().finally(() => {
      if (hadListener) this.#tell('unpaired');
    });
  }

  get hasListener(): boolean | 'unknown' {
    const kept = this.#options.credentials.value;
    return kept === null ? false : kept.profileId === null ? 'unknown' : true;
  }

  get listener(): AccountName | null {
    const { profileId, profileName } = this.#options.credentials.value ?? {};
    return profileId == null || profileName === undefined ? null : { id: profileId, name: profileName };
  }

  onListener(listener: (account: AccountName) => void): void {
    this.#nameListeners.push(listener);
  }

  /** Completes a renewal that an earlier process left unfinished, and learns the account's name if it is unknown. */
  start(): void {
    this.tokens.start();
    void this.#learnListener();
  }

  onChange(listener: (pairing: Pairing) => void): void {
    this.#listeners.push(listener);
  }

  /** Lets a renewal and a sign-out that were sent finish, until `late` aborts. */
  async stop(late: AbortSignal): Promise<void> {
    this.#learning.abort();
    await this.tokens.stop(late);
    await waitFor(this.#revoking, late).catch(() => undefined);
  }
}
