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
  /** Notes durably that a renewal is about to be sent. `refused` by the disk; `replaced`: others are held by now. */
  noteRenewal({ record }: Held): Promise<'noted' | 'refused' | 'replaced'>;
  /** Puts what came of a renewal in the place of `before`; nothing changes where that is not held any more. */
  renew(before: Held, grant: TokenGrant): Promise<void>;
  /**
   * Rejects, and changes nothing, if they cannot be kept. `onKept`: told in the moment in which they are durable, before
   * anybody has them.
   */
  adopt(record: CredentialsRecord, onKept: () => void): Promise<void>;
  /** Keeps whose they are; not while a renewal is under way, which would find other tokens than it left. */
  name(account: AccountName): Promise<void>;
  /**
   * The service ended the pairing: false where others are held by now. The listener's id stays, to tell at the next
   * pairing whether the listener is the same.
   */
  lose({ record }: Held): Promise<boolean>;
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

  async noteRenewal({ record }: Held): Promise<'noted' | 'refused' | 'replaced'> {
    await this.#adoption;
    if (this.#holding()?.record !== record) return 'replaced';
    return this.#options.credentials.write({ ...record, renewing: true }).then(
      () => 'noted',
      () => 'refused',
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

  /** Whatever else would be written waits for it: what comes of older tokens never lies over the newer ones. */
  async adopt(record: CredentialsRecord, onKept: () => void): Promise<void> {
    const { credentials } = this.#options;
    this.#holding();
    const before = credentials.value;
    const written = credentials.write(record);
    this.#adoption = written.catch(() => undefined);
    try {
      await written;
    } catch (error) {
      // What the disk could not take is tried again later: not these.
      const restored = before === null ? credentials.remove() : credentials.write(before);
      restored.catch(() => undefined);
      throw error;
    }
    onKept();
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

  async lose({ record }: Held): Promise<boolean> {
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

/** What a record tells of the listener. */
function whose({ profileId, profileName }: CredentialsRecord) {
  return { profileId, ...(profileName !== undefined && { profileName }) };
}
