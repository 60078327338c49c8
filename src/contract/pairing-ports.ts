/** The interfaces between pairing, the control API and the command line. */

/** Where the service sends the browser back to (contract, section 3). */
export const CALLBACK_PATH = '/pair/callback';

/** What a browser is given: its token, and its id in the list of clients. */
export interface IssuedToken {
  readonly token: string;
  readonly id: string;
}

/** The client that admitted another, as the list of clients names it; null if it is not in there. */
export interface Inviter {
  readonly id: string | null;
  readonly name: string | null;
}

/** Gives browsers and phones their control tokens, which are not stored. */
export interface Admission {
  /**
   * Admits a new owner; only this result shows its token. `peer`: its address, for the log. `by`: left out or null if
   * nobody.
   */
  admit(name: string, peer: string | null, by?: Inviter | null): Promise<IssuedToken>;
}

/** Who may pair a speaker that has no listener (contract, section 2, `TONEARM_PAIRING`). */
export const PAIRING_MODES = ['window', 'code', 'open'] as const;
export type PairingMode = (typeof PAIRING_MODES)[number];

/** An owner’s invitation, held for a sign-in; others can still use it until the sign-in has succeeded. */
export interface HeldCode {
  /** The owner that made the invitation. */
  readonly by: Inviter;
  /**
   * Runs `doing` and uses the invitation up if that succeeds; nobody else can use it meanwhile. Returns null, without
   * running `doing`, if the invitation was used or withdrawn, or is in use right now.
   */
  use<T>(doing: () => Promise<T>): Promise<T> | null;
}

/** What a code typed by a user is worth; `wait`: the peer has tried too many wrong ones. */
export type JudgedCode =
  | { readonly type: 'owner'; readonly code: HeldCode }
  | { readonly type: 'guest' }
  | { readonly type: 'wrong' }
  | { readonly type: 'wait'; readonly waitMs: number };

/** The result of a sign-in from the shell of the device. */
export type ShellSignIn =
  | {
      readonly type: 'paired';
      /** The account’s name at the service. */
      readonly account: string | null;
      /** Whether the listener is another than before, or the first. */
      readonly isNew: boolean;
    }
  | { readonly type: 'failed'; readonly text: string }
  /** No such sign-in ends at this address; another address may be tried. */
  | { readonly type: 'notIt'; readonly text: string };

/** Pairing from the shell of the device (contract, section 1, `tonearm pair`). */
export interface ShellPairing {
  /** Begins a sign-in; returns the service’s address, to be opened in any browser. */
  begin(): string;
  /** Finishes the sign-in with the address that the browser ended at. */
  finish(address: string): Promise<ShellSignIn>;
}
