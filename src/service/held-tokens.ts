import type { AccountName } from '../contract/public-state.js';
import type { Cell, Clock, Logger } from '../contract/ports.js';
import type { CredentialsRecord } from '../contract/records.js';
import type { TokenGrant } from './oauth.js';
import { type Spread, type TokenAge, toFreshAge, toKeptAge } from './token-age.js';

/** The tokens in use. */
export interface TokensInUse {
  readonly record: CredentialsRecord;
  readonly age: TokenAge;
  /** Whether the service has refused the access token. */
  readonly rejected: boolean;
}

export interface HeldTokensOptions {
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Spread;
}

/** The speaker's tokens, in memory and on disk. Invariant: tokens in use are on disk, unless the disk refuses them. */
export class HeldTokens {
  readonly #options: HeldTokensOptions;
  #held: TokensInUse | null | undefined;
  #adoption: Promise<void> = Promise.resolve();

  constructor(options: HeldTokensOptions) {
    this.#options = options;
  }

  /** Reads the record on first use, not on creation: the store may open later. */
  #holding(): TokensInUse | null {
    if (this.#held === undefined) this.#held = this.#toHeld(this.#options.credentials.value);
    return this.#held;
  }

  #toHeld(record: CredentialsRecord | null): TokensInUse | null {
    if (record === null || record.refreshToken === '') return null;
    return { record, age: toKeptAge(record, this.#options.clock, this.#options.random), rejected: false };
  }

  #toFresh(record: CredentialsRecord): TokensInUse {
    return {
      record,
      age: toFreshAge(record.expiresInS, this.#options.clock, this.#options.random),
      rejected: false,
    };
  }

  /** Null while unpaired. */
  get value(): TokensInUse | null {
    return this.#holding();
  }

  /** Whether a renewal was sent whose result was never stored. */
  get isUnsettled(): boolean {
    return this.#options.credentials.value?.renewing === true;
  }

  /** Records that the service refused this access token. */
  reject(accessToken: string): void {
    const now = this.#holding();
    if (now?.record.accessToken === accessToken) this.#held = { ...now, rejected: true };
  }

  /** Records on disk that a renewal is to be sent. `refused`: by the disk; `replaced`: other tokens are held by now. */
  async noteRenewal({ record }: TokensInUse): Promise<'noted' | 'refused' | 'replaced'> {
    await this.#adoption;
    if (this.#holding()?.record !== record) return 'replaced';
    return this.#options.credentials.write({ ...record, renewing: true }).then(
      () => 'noted',
      () => 'refused',
    );
  }

  /** Replaces this record with the result of a renewal; does nothing if it is no longer held. */
  async renew({ record }: TokensInUse, grant: TokenGrant): Promise<void> {
    const next = this.#toFresh({
      ...whose(record),
      accessToken: grant.accessToken,
      refreshToken: grant.refreshToken ?? record.refreshToken,
      expiresInS: grant.expiresInS,
      obtainedAtMs: this.#options.clock.epochMs(),
    });
    await this.#adoption;
    // Signed out or paired again meanwhile: these tokens are of no use.
    if (this.#holding()?.record !== record) return;
    await this.#options.credentials.write(next.record).catch(() => {
      // The old refresh token may already be spent: continuing without the disk loses less than stopping here.
      this.#options.logger.error(
        {},
        'The renewed credentials could not be saved; they are lost at the next restart.',
      );
    });
    if (this.#holding()?.record === record) this.#held = next;
  }

  /**
   * Stores new tokens and then uses them. Rejects, and changes nothing, if they cannot be stored. `onKept` is called
   * when they are stored, before any caller can use them. Other writes wait for this one: results of older tokens never
   * overwrite the newer ones.
   */
  async adopt(record: CredentialsRecord, onKept: () => void): Promise<void> {
    const { credentials } = this.#options;
    this.#holding();
    const before = credentials.value;
    const written = credentials.write(record);
    this.#adoption = written.catch(() => undefined);
    try {
      await written;
    } catch (error) {
      // The store retries a failed write later; this write makes it retry the previous record instead.
      const restored = before === null ? credentials.remove() : credentials.write(before);
      restored.catch(() => undefined);
      throw error;
    }
    onKept();
    this.#held = this.#toFresh(record);
  }

  /** Stores the account's name. Not to be called during a renewal, which must find its own record unchanged. */
  async name({ id, name }: AccountName): Promise<void> {
    const now = this.#holding();
    if (now === null) return;
    const record = { ...now.record, profileId: id, profileName: name };
    this.#held = { ...now, record };
    // The outcome of a renewal may still be unknown: the next process must see that one was sent.
    const kept = this.isUnsettled ? { ...record, renewing: true as const } : record;
    await this.#options.credentials.write(kept).catch(() => {
      this.#options.logger.warn({}, 'The name of the account could not be saved.');
    });
  }

  /**
   * Drops the tokens because the service ended the pairing; false if other tokens are held by now. The listener's id
   * stays on disk, to tell at the next pairing whether the listener is the same.
   */
  async lose({ record }: TokensInUse): Promise<boolean> {
    await this.#adoption;
    if (this.#holding()?.record !== record) return false;
    this.#held = null;
    const { obtainedAtMs } = record;
    const ended = { accessToken: '', refreshToken: '', expiresInS: 0, obtainedAtMs, ...whose(record) };
    await this.#options.credentials.write(ended).catch(() => {
      this.#options.logger.error({}, 'The credentials could not be removed from the disk.');
    });
    return true;
  }

  async forget(): Promise<void> {
    this.#held = null;
    await this.#options.credentials.remove();
  }
}

/** Returns the fields that identify the listener. */
function whose({ profileId, profileName }: CredentialsRecord) {
  return { profileId, ...(profileName !== undefined && { profileName }) };
}
