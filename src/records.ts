/** What the state directory keeps, one record a file (contract, section 6). */
import type { Feedback, Item, ItemKind, Source, SourceHeld } from './core/item.js';
import type { Wish } from './core/public-state.js';
import type { Role } from './protocol.js';

export interface DeviceRecord {
  readonly deviceUuid: string;
}

/** After the service ended the pairing both tokens are empty: then the record only tells who the listener was. */
export interface CredentialsRecord {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime in seconds, as the service gave it. */
  readonly expiresInS: number;
  /** Wall clock at the time of the grant; a hint only, the clock may have been wrong. */
  readonly obtainedAtMs: number;
  /** The LI id of the listener, null while unknown. */
  readonly profileId: string | null;
  /** How the service names him; left out while unknown. */
  readonly profileName?: string;
  /** A renewal with this refresh token was sent, and what came of it was not kept. */
  readonly renewing?: true;
}

/** What goes on after a restart. */
export interface SessionRecord {
  readonly wish: Wish;
  readonly source: Source | null;
  /** Without its audioUrl. */
  readonly item: Item | null;
  readonly positionMs: number;
  /** The item before it, whose end the service may not have heard of. */
  readonly closing: {
    readonly index: number;
    readonly trackToken: string | null;
    readonly lengthS: number;
  } | null;
  /** True when the service has taken the report of the end of `closing`; without that, of the item's. */
  readonly endTaken: boolean;
  /** True when nothing sounded after this was written: the position is exact. */
  readonly exact: boolean;
  /** Null until a first volume was ever set. */
  readonly volume: number | null;
  readonly muted: boolean;
  /** True when the source played to its end. */
  readonly sourceEnded: boolean;
  /** The service is surely (`no`), or may be (`unknown`), at another source than this one, or has stopped serving us. */
  readonly sourceHeld?: SourceHeld;
}

/** The unsynced position of the runtime directory: survives a killed agent, not a pulled plug. */
export interface PositionRecord {
  readonly sourceId: string;
  readonly index: number;
  readonly trackToken: string | null;
  readonly positionMs: number;
}

/** What is kept of a control token, base64url: enough to check a proof and to answer it, not to make one (RFC 5802). */
export interface TokenKeys {
  readonly storedKey: string;
  readonly serverKey: string;
}

/** Before there were proofs, the SHA-256 of the token was kept, hex: whoever has not shown it since has no keys. */
export type Verifier = TokenKeys | { readonly tokenHash: string };

/** A client that was admitted. What a guest's invitation may bear, its record bears: an end, a ceiling of the volume. */
export interface ClientRecord {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly verifier: Verifier;
  readonly createdMs: number;
  readonly lastSeenMs?: number;
  /** Where it was last seen, as peers are counted: after a restart, places are kept for those who come from there. */
  readonly seenFrom?: string;
  /** The id of the client that invited it; left out where that had none. */
  readonly invitedBy?: string;
  /** Its name, which is told when it is no longer there; left out where nobody did, or an older program wrote this. */
  readonly invitedByName?: string;
  /** Wall clock. */
  readonly expiresAtMs?: number;
  /** When the machine had started by the clock that `expiresAtMs` is of: where that is still so, the clock was not set since. */
  readonly bootedMs?: number;
  /** Percent. */
  readonly volumeMax?: number;
}

/** The speaker's own certificate, which nobody vouches for, and its private key: PEM. */
export interface CertificateRecord {
  readonly cert: string;
  readonly key: string;
}

/** One item that this speaker has played, as it is listed. */
export interface PlayedRecord {
  /** Wall clock as it began to sound; no two have the same. */
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
  /** TR…; left out where the service does not tell. */
  readonly trackId?: string;
  readonly feedback?: Feedback;
}
