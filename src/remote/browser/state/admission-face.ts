import type { ControlError } from '../../../client/control-error.js';
import type { Credential } from '../../../client/opening.js';
import type { Brought } from './address.js';

/**
 * The last failed attempt: an invitation, or a token, whose error may be lost. `isTyped`: the person typed or pasted it
 * here, and did not open a link.
 */
export type AdmissionRefusal =
  | {
      readonly of: 'invitation';
      readonly error: ControlError;
      readonly isDigits: boolean;
      readonly isTyped: boolean;
    }
  | { readonly of: 'token'; readonly error: ControlError | null };

/** The state of this browser's access to the speaker. */
export interface BrowserAdmission {
  readonly hasToken: boolean;
  /** The credential to show to the speaker, or null. */
  readonly credential: Credential | null;
  /** Whether the speaker refused this browser and has not admitted it since. */
  readonly outside: boolean;
  /** Whether an invitation is about to admit this browser: one from a link, or one that the speaker accepted. */
  readonly isJoining: boolean;
  /** Whether this browser was just admitted and has not been welcomed yet. */
  readonly isNew: boolean;
  /** Whether the person has given it a name since, or did not want to. */
  readonly isNamed: boolean;
  /** Whether it was admitted by an invitation, not by a sign-in. */
  readonly isInvited: boolean;
  /** The name that the person gave this browser, else a suggestion. */
  readonly ownName: string;
  /** The same; null if the person has given none. */
  readonly givenName: string | null;
  /** Whether an invitation is being claimed. */
  readonly busy: boolean;
  /** Why the last attempt did not admit this browser; null otherwise. */
  readonly refusal: AdmissionRefusal | null;
  /**
   * Uses a token or an invitation that a link or a person brought. `name`: given only for what the person typed or
   * pasted here; empty if he was not asked for one.
   */
  offer(brought: Brought, name?: string): void;
  /** Remembers the name that the person gave this browser. */
  called(name: string): void;
  /** Notes that the person named the new browser, or did not want to. */
  named(): void;
  /** Marks a new browser as welcomed. */
  settle(): void;
  /** Checks whether another tab was admitted. */
  look(): void;
  /** Calls the listener after every change. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}
