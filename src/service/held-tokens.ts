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
  /** The service ended the pairing. The listener's id stays, to tell at the next pairing whether the listener is the same. */
  lose({ record }: Held): Promise<void>;
  forget(): Promise<void>;
}

export function createHeldTokens(options: {
  readonly credentials: Cell<CredentialsRecord>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}): HeldTokens {
  const { credentials, clock, logger, random } = options;
  let held: Held | null | undefined;
  let adoption: Promise<void> = Promise.resolve();

  /** Read at first use and not when created: the store may open later. */
  function holding(): Held | null {
    if (held === undefined) held = toHeld(credentials.value);
    return held;
  }

  function toHeld(record: CredentialsRecord | null): Held | null {
    if (record === null || record.refreshToken === '') return null;
    return { record, age: toKeptAge(record, clock, random), rejected: false };
  }

  function toFresh(record: CredentialsRecord): Held {
    return { record, age: toFreshAge(record.expiresInS, clock, random), rejected: false };
  }

  return {
    get value() {
      return holding();
    },
    get isUnsettled() {
      return credentials.value?.renewing === true;
    },
    reject(accessToken) {
      const now = holding();
      if (now?.record.accessToken === accessToken) held = { ...now, rejected: true };
    },
    noteRenewal: ({ record }) =>
      credentials.write({ ...record, renewing: true }).then(
        () => true,
        () => false,
      ),
    async renew({ record }, grant) {
      const next = toFresh({
        profileId: record.profileId,
        accessToken: grant.accessToken,
        refreshToken: grant.refreshToken ?? record.refreshToken,
        expiresInS: grant.expiresInS,
        obtainedAtMs: clock.epochMs(),
      });
      await adoption;
      // Signed out, or paired anew, in the meantime: these tokens belong to nobody.
      if (holding()?.record !== record) return;
      await credentials.write(next.record).catch(() => {
        // The old refresh token may be spent already: going on without the disk loses less than stopping here.
        logger.error({}, 'the renewed credentials could not be stored; they live until the next restart');
      });
      if (holding()?.record === record) held = next;
    },
    async adopt(record) {
      const written = credentials.write(record);
      adoption = written.catch(() => undefined);
      await written;
      held = toFresh(record);
    },
    async lose({ record }) {
      if (holding()?.record !== record) return;
      held = null;
      const { obtainedAtMs, profileId } = record;
      const ended = { accessToken: '', refreshToken: '', expiresInS: 0, obtainedAtMs, profileId };
      await credentials.write(ended).catch(() => {
        logger.error({}, 'the credentials could not be removed from the disk');
      });
    },
    async forget() {
      held = null;
      await credentials.remove();
    },
  };
}
