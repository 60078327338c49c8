/** The records of the state directory, one per file (contract, section 6). */
import type { Feedback, Item, ItemKind, Source, SourceHeld } from '../core/vocabulary/item.js';
import type { Alarm, Preset, Ring } from '../core/model/agenda.js';
import type { Wish } from './public-state.js';
import type { Role } from './protocol.js';

export interface DeviceRecord {
  readonly deviceUuid: string;
  /** The mark of the machine that wrote it, to recognize a copy; left out where the machine has no lasting id. */
  readonly machine?: string;
}

/**
 * The tokens of the pairing. Both are empty after the service ended it: then the record only tells who the listener
 * was.
 */
export interface CredentialsRecord {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime in seconds, as the service gave it. */
  readonly expiresInS: number;
  /** Wall clock at the time of the grant, epoch milliseconds; only a hint, as the clock may have been wrong. */
  readonly obtainedAtMs: number;
  /** The LI id of the listener; null while unknown. */
  readonly profileId: string | null;
  /** The listener's name at the service; left out while unknown. */
  readonly profileName?: string;
  /** Whether a renewal with this refresh token was sent and its outcome was not stored. */
  readonly renewing?: true;
}

/** What is restored after a restart. */
export interface SessionRecord {
  readonly wish: Wish;
  readonly source: Source | null;
  /** Without its audioUrl. */
  readonly item: Item | null;
  readonly positionMs: number;
  /** The item before it, whose end the service may not have received. */
  readonly closing: {
    readonly index: number;
    readonly trackToken: string | null;
    readonly lengthS: number;
  } | null;
  /** Whether the service has accepted the report of the end of `closing` or, without that, of `item`. */
  readonly endTaken: boolean;
  /** Whether the position is exact, because nothing played after this was written. */
  readonly exact: boolean;
  /** Null until a volume was first set. */
  readonly volume: number | null;
  readonly muted: boolean;
  /** Whether the source played to its end. */
  readonly sourceEnded: boolean;
  /**
   * Whether the service is certainly (`no`) or possibly (`unknown`) at another source, or has stopped serving this
   * speaker.
   */
  readonly sourceHeld?: SourceHeld;
}

/** The unsynced position in the runtime directory: survives a killed agent, but not a power cut. */
export interface PositionRecord {
  readonly sourceId: string;
  readonly index: number;
  readonly trackToken: string | null;
  readonly positionMs: number;
}

/**
 * What is stored of a control token, base64url: enough to check a proof and to answer it, not to make one (RFC 5802).
 */
export interface TokenKeys {
  readonly storedKey: string;
  readonly serverKey: string;
}

/** Token keys or, for a token not shown since there are proofs, its SHA-256 as hex, which older versions stored. */
export type Verifier = TokenKeys | { readonly tokenHash: string };

/** An admitted client. For a guest it may hold what its invitation held: an end and a volume ceiling. */
export interface ClientRecord {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly verifier: Verifier;
  readonly createdMs: number;
  readonly lastSeenMs?: number;
  /** The inviter's id; left out if it had none. */
  readonly invitedBy?: string;
  /**
   * The inviter's name, shown after it has gone; left out if there was no inviter, or an older version wrote the
   * record.
   */
  readonly invitedByName?: string;
  /** Wall clock, epoch milliseconds. */
  readonly expiresAtMs?: number;
  /** Percent. */
  readonly volumeMax?: number;
}

/** The presets, the alarms and the sleep timer. */
export interface DayRecord {
  readonly presets: readonly Preset[];
  readonly alarms: readonly Alarm[];
  /** Epoch; null: no sleep timer runs. `item`: with the item that plays. */
  readonly sleep: { readonly endsAtMs: number } | 'item' | null;
  /** The alarm that rings, or is snoozed; since or until `sinceMs` (epoch). */
  readonly ring: Omit<Ring, 'heardMs' | 'fallback'> | null;
}

/** The speaker's own, self-signed certificate and its private key, in PEM. */
export interface CertificateRecord {
  readonly cert: string;
  readonly key: string;
}

/** An item that this speaker has played, as the lists show it. */
export interface PlayedRecord {
  /** Wall clock when it began to sound, epoch milliseconds; unique. */
  readonly playedAtMs: number;
  readonly item: {
    readonly kind: ItemKind;
    readonly index: number | null;
    readonly title: string;
    readonly artist?: string;
    readonly album?: string;
    readonly podcast?: string;
    readonly artUrl?: string;
    readonly durationMs?: number;
  };
  readonly source: { readonly id: string; readonly type: string; readonly name?: string };
  /** TR…; left out if the service does not tell. */
  readonly trackId?: string;
  readonly feedback?: Feedback;
}
