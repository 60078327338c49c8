import type { AccountName } from '../core/public-state.js';
import type { Cell, Clock, Logger } from '../ports.js';
import type { CredentialsRecord } from '../records.js';
import type { TokenGrant } from './oauth.js';
import { type Random, type TokenAge, toFreshAge, toKeptAge } from './token-age.js';

/** Tokens in use. */
export interface Held {
  readonly record: CredentialsRecord;
  readonly age: TokenAge;
  /** The service refused the access token. */
  readonly rejected: boolean;
}

/** The tokens that the speaker holds, in memory and on the disk. Invariant: what is in use is on the disk, if that takes it. */
export interface HeldTokens {
  /** Null while unpaired. */
  readonly value: Held | null;
  /** A renewal was sent, and the process did not live to keep its end. */
  readonly isUnsettled: boolean;
  /** The service refused this access token. */
  reject(accessToken: string): void;
  /** Notes durably that a renewal is about to be sent; false where the disk refuses. */
  noteRenewal({ record }: Held): Promise<boolean>;
  /** Puts what came of a renewal in the place of `before`; nothing changes where that is not held any more. */
  renew(before: Held, grant: TokenGrant): Promise<void>;
  /** Rejects, and changes nothing, if they cannot be kept. */
  adopt(record: CredentialsRecord): Promise<void>;
  /** Keeps whose they are; not while a renewal is under way, which would find other tokens than it left. */
  name(account: AccountName): Promise<void>;
  /** The service ended the pairing. The listener's id stays, to tell at the next pairing whether the listener is the same. */
  lose({ record }: Held): Promise<void>;
  forget(): Promise<void>;
}

export interface HeldTokensOptions {
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

export function createHeldTokens(options: HeldTokensOptions): HeldTokens {
  return new StoredTokens(options);
}

class StoredTokens implements HeldTokens {
  readonly #options: HeldTokensOptions;
  #held: Held | null | undefined;
  #adoption: Promise<void> = Promise.resolve();

  constructor(options: HeldTokensOptions) {
    this.#options = options;
  }

  /** Read at first use and not when created: the store may open later. */
  #holding(): Held | null {
    if (this.#held === undefined) this.#held = this.#toHeld(this.#options.credentials.value);
    return this.#held;
  }

  #toHeld(record: CredentialsRecord | null): Held | null {
    if (record === null || record.refreshToken === '') return null;
    return { record, age: toKeptAge(record, this.#options.clock, this.#options.random), rejected: false };
  }

  #toFresh(record: CredentialsRecord): Held {
    return {
      record,
      age: toFreshAge(record.expiresInS, this.#options.clock, this.#options.random),
      rejected: false,
    };
  }

  get value(): Held | null {
    return this.#holding();
  }

  get isUnsettled(): boolean {
    return this.#options.credentials.value?.renewing === true;
  }

  reject(accessToken: string): void {
    const now = this.#holding();
    if (now?.record.accessToken === accessToken) this.#held = { ...now, rejected: true };
  }

  noteRenewal({ record }: Held): Promise<boolean> {
    return this.#options.credentials.write({ ...record, renewing: true }).then(
      () => true,
      () => false,
    );
  }

  async renew({ record }: Held, grant: TokenGrant): Promise<void> {
    const next = this.#toFresh({
      ...whose(record),
      accessToken: grant.accessToken,
      refreshToken: grant.refreshToken ?? record.refreshToken,
      expiresInS: grant.expiresInS,
      obtainedAtMs: this.#options.clock.epochMs(),
    });
    await this.#adoption;
    // Signed out, or paired anew, in the meantime: these tokens belong to nobody.
    if (this.#holding()?.record !== record) return;
    await this.#options.credentials.write(next.record).catch(() => {
      // The old refresh token may be spent already: going on without the disk loses less than stopping here.
      this.#options.logger.error(
        {},
        'The renewed credentials could not be saved: they last until the next restart.',
      );
    });
    if (this.#holding()?.record === record) this.#held = next;
  }

  async adopt(record: CredentialsRecord): Promise<void> {
    const written = this.#options.credentials.write(record);
    this.#adoption = written.catch(() => undefined);
    await written;
    this.#held = this.#toFresh(record);
  }

  async name({ id, name }: AccountName): Promise<void> {
    const now = this.#holding();
    if (now === null) return;
    const record = { ...now.record, profileId: id, profileName: name };
    this.#held = { ...now, record };
    // What became of a renewal may be unknown still: a process after this one must know that it was sent.
    const kept = this.isUnsettled ? { ...record, renewing: true as const } : record;
    await this.#options.credentials.write(kept).catch(() => {
      this.#options.logger.warn({}, 'The name of the account could not be saved.');
    });
  }

  async lose({ record }: Held): Promise<void> {
    if (this.#holding()?.record !== record) return;
    this.#held = null;
    const { obtainedAtMs } = record;
    const ended = { accessToken: '', refreshToken: '', expiresInS: 0, obtainedAtMs, ...whose(record) };
    await this.#options.credentials.write(ended).catch(() => {
      this.#options.logger.error({}, 'The credentials could not be removed from the disk.');
    });
  }

  async forget(): Promise<void> {
    this.#held = null;
    await this.#options.credentials.remove();
  }
}

/** What a record tells of the listener. */
function whose({ profileId, profileName }: CredentialsRecord) {
  return { profileId, ...(profileName !== undefined && { profileName }) };
}
