/** What the engine, the pairing and the control API expect of the service edge. */
import type { Abilities } from '../core/vocabulary/abilities.js';
import type { Item, Source } from '../core/vocabulary/item.js';
import type { EndReport, FeedbackReport, Place } from '../core/model/ledger.js';
import type { AccountName, Pairing } from './public-state.js';
import type { FeedbackPage, LibraryPage, Profile } from './library.js';
import type { CollectionQuery, FeedbackQuery, Page, SearchQuery } from './library-queries.js';

/** The result of setting a source. */
export interface SourceSet {
  readonly source: Source;
  /** The item to play; if its audioUrl is missing, ask `current`. Null: the answer held none. */
  readonly item: Item | null;
}

export interface CallOptions {
  readonly signal: AbortSignal;
}

/**
 * The playback operations (specification, section 4, and the profile `full` beyond it). A report resolves with the item
 * that is current after it, or null if the answer held none. Every failure is a `ServiceFault`.
 */
export interface PlaybackService {
  current(options: CallOptions): Promise<Item>;
  /** Resolves with the source set on the device; null if the service does not tell. */
  source(options: CallOptions): Promise<Source | null>;
  setSource(sourceId: string, options: CallOptions): Promise<SourceSet>;
  setProgress(report: Place, options: CallOptions): Promise<Item | null>;
  /** Does nothing if the service has no such report. */
  setStarted(report: Place, options: CallOptions): Promise<Item | null>;
  /** Does nothing if the service has no such report. */
  setPaused(report: Place, options: CallOptions): Promise<void>;
  setEnded(report: EndReport, options: CallOptions): Promise<Item | null>;
  skip(report: EndReport, options: CallOptions): Promise<Item | null>;
  /** Rejects as `notSupported` if the service has no such operation. */
  previous(report: Place, options: CallOptions): Promise<Item | null>;
  /**
   * Resolves with false if the service has no such operation: then the item is played from its start, and that is
   * reported.
   */
  replay(report: Place & { readonly trackToken: string | null }, options: CallOptions): Promise<boolean>;
  /**
   * Resolves with the item after the current one, without going there; null if there is none or the service does not
   * tell.
   */
  peek(options: CallOptions): Promise<Item | null>;
  /** Rejects as `notSupported` if the service has no such operation. */
  setFeedback(report: FeedbackReport, options: CallOptions): Promise<Item | null>;
  readonly abilities: Abilities;
  /** Registers a listener, called when an operation has turned out to be missing. */
  onAbilities(listener: () => void): void;
}

/** The listener's library and the search (specification, section 4, "Queries"). Every failure is a `ServiceFault`. */
export interface LibraryService {
  collection(params: CollectionQuery, options: CallOptions): Promise<LibraryPage>;
  search(params: SearchQuery, options: CallOptions): Promise<LibraryPage>;
  feedbacks(params: FeedbackQuery, options: CallOptions): Promise<FeedbackPage>;
  recentFavorites(params: Page, options: CallOptions): Promise<LibraryPage>;
  topArtists(params: Page, options: CallOptions): Promise<LibraryPage>;
  profile(options: CallOptions): Promise<Profile>;
}

/** What the address for the sign-in at the service is made of. */
export interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly state: string;
  /** base64url of the SHA-256 of the verifier (RFC 7636, S256). */
  readonly codeChallenge: string;
}

/**
 * How the account of a sign-in relates to the speaker's listener. `none`: the speaker has no listener; `unknown`: it
 * has one, but does not know which.
 */
export type Standing = 'same' | 'other' | 'unknown' | 'none';

export interface SignInOptions<T> extends CallOptions {
  /**
   * Called once the service has told whose account it is, for one sign-in at a time. `keep` durably replaces the
   * speaker's tokens by the new ones. If `settle` rejects without having kept them, nothing has changed, and the new
   * tokens are revoked, unless they may belong to the grant that the speaker uses.
   */
  readonly settle: (standing: Standing, keep: () => Promise<void>) => Promise<T>;
}

/** An authorization code and what its exchange needs (RFC 7636). */
export interface CodeGrant {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** The listener's account, as the device holds it (specification, section 5). */
export interface Account {
  readonly paired: boolean;
  /** The listener, even after the service ended the pairing; null while the service has not told the name. */
  readonly listener: AccountName | null;
  /**
   * Whether there is a listener, even after the service ended the pairing. `unknown`: there is one, but not known
   * which.
   */
  readonly hasListener: boolean | 'unknown';
  authorizeUrl(request: AuthorizeRequest): string;
  /**
   * Exchanges the code, asks whose account it is, and resolves with what `settle` returns for that. Rejects with a
   * `ServiceFault`, or an `UnidentifiedFault` if the service does not tell within 10 s whose account it is: then the
   * tokens are dropped.
   */
  signIn<T>(grant: CodeGrant, options: SignInOptions<T>): Promise<T>;
  /** Revokes the tokens where possible (bounded in time, failure ignored) and forgets them. */
  signOut(): Promise<void>;
  /** Registers a listener, called when the pairing begins or ends, whoever ended it. */
  onChange(listener: (pairing: Pairing) => void): void;
  /** Registers a listener, called when the service tells later than at the sign-in whose account it is. */
  onListener(listener: (account: AccountName) => void): void;
}

/** `refused`: the service ended the pairing; `failed`: it did not answer, or answered with another error. */
export type RenewalOutcome = 'renewed' | 'refused' | 'failed';
