/** What the engine, the pairing and the control API expect of the service edge. */
import type { Abilities } from './core/abilities.js';
import type { Item, Source } from './core/item.js';
import type { EndReport, FeedbackReport, Place } from './core/model/ledger.js';
import type { AccountName, Pairing } from './core/public-state.js';
import type {
  CollectionQuery,
  FeedbackPage,
  FeedbackQuery,
  LibraryPage,
  Page,
  Profile,
  SearchQuery,
} from './library.js';

export interface SourceSet {
  readonly source: Source;
  /** The item to play; its audioUrl may be missing, then ask `current`. Null: the answer held none. */
  readonly item: Item | null;
}

export interface CallOptions {
  readonly signal: AbortSignal;
}

/**
 * Playback operations (specification, section 4, and the profile `full` beyond it). A report answers with the item
 * that is current after it, or null where the answer held none. Every failure is a `ServiceFault`.
 */
export interface PlaybackService {
  current(options: CallOptions): Promise<Item>;
  /** The source set on the device; null where the service does not tell. */
  source(options: CallOptions): Promise<Source | null>;
  setSource(sourceId: string, options: CallOptions): Promise<SourceSet>;
  setProgress(report: Place, options: CallOptions): Promise<Item | null>;
  /** Nothing, where the service has no such report. */
  setStarted(report: Place, options: CallOptions): Promise<Item | null>;
  /** Nothing, where the service has no such report. */
  setPaused(report: Place, options: CallOptions): Promise<void>;
  setEnded(report: EndReport, options: CallOptions): Promise<Item | null>;
  skip(report: EndReport, options: CallOptions): Promise<Item | null>;
  /** `notSupported` where the service has no such operation. */
  previous(report: Place, options: CallOptions): Promise<Item | null>;
  /** False where the service has no such operation: then the item is played from its start and that is reported. */
  replay(report: Place & { readonly trackToken: string | null }, options: CallOptions): Promise<boolean>;
  /** What comes after the current item, without going there; null: nothing, or the service does not tell. */
  peek(options: CallOptions): Promise<Item | null>;
  /** `notSupported` where the service has no such operation. */
  setFeedback(report: FeedbackReport, options: CallOptions): Promise<Item | null>;
  readonly abilities: Abilities;
  /** Told when an operation has turned out to be missing. */
  onAbilities(listener: () => void): void;
}

/** What the listener owns and can find (specification, section 4, "Queries"). Every failure is a `ServiceFault`. */
export interface LibraryService {
  collection(params: CollectionQuery, options: CallOptions): Promise<LibraryPage>;
  search(params: SearchQuery, options: CallOptions): Promise<LibraryPage>;
  feedbacks(params: FeedbackQuery, options: CallOptions): Promise<FeedbackPage>;
  recentFavorites(params: Page, options: CallOptions): Promise<LibraryPage>;
  topArtists(params: Page, options: CallOptions): Promise<LibraryPage>;
  profile(options: CallOptions): Promise<Profile>;
}

export interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly state: string;
  /** base64url of SHA-256 of the verifier (RFC 7636, S256). */
  readonly codeChallenge: string;
}

/**
 * How whoever has signed in stands to the speaker’s listener. `none`: it has none; `unknown`: it has one, and does not
 * know whom.
 */
export type Standing = 'same' | 'other' | 'unknown' | 'none';

export interface SignInOptions<T> extends CallOptions {
  /**
   * Called once the service has said whose account it is, for one sign-in at a time. `keep` puts the new tokens in the
   * place of what the speaker had, durably. Where it rejects without having kept them nothing has changed; the tokens are
   * revoked, unless they may be of the grant that the speaker lives on.
   */
  readonly settle: (standing: Standing, keep: () => Promise<void>) => Promise<T>;
}

export interface CodeGrant {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** The listener's account as the device holds it (specification, section 5). */
export interface Account {
  readonly paired: boolean;
  /** Whose it is, also after the service ended the pairing; null while the service has not said so. */
  readonly listener: AccountName | null;
  /** Whether it has a listener, also after the service ended the pairing. `unknown`: it has one, and does not know whom. */
  readonly hasListener: boolean | 'unknown';
  authorizeUrl(request: AuthorizeRequest): string;
  /**
   * Exchanges the code, asks whose account it is, and resolves with what `settle` makes of that. Throws a `ServiceFault`;
   * an `UnidentifiedFault` where the service does not say within 10 s whose it is: then the tokens are dropped.
   */
  signIn<T>(grant: CodeGrant, options: SignInOptions<T>): Promise<T>;
  /** Revokes where possible (bounded in time, failure ignored) and forgets. */
  signOut(): Promise<void>;
  /** Told when the pairing begins or ends, whoever ended it. */
  onChange(listener: (pairing: Pairing) => void): void;
  /** Told when the service has said, later than at the sign-in, whose account it is. */
  onListener(listener: (account: AccountName) => void): void;
}
