/** What pairing, the control API and the command line expect of one another. */

/** What a browser is given: its token, and its id in the list of clients. */
export interface Credential {
  readonly token: string;
  readonly id: string;
}

/** Who let somebody in: as in the list of clients, where it is one of them. */
export interface Inviter {
  readonly id: string | null;
  readonly name: string | null;
}

/** Gives browsers and phones their control tokens, which are not stored. */
export interface Admission {
  /** A new owner; its token is shown this once. `peer`: where it comes from, for the log. `by`: left out, or null, for nobody. */
  admit(name: string, peer: string | null, by?: Inviter | null): Promise<Credential>;
}

/** Who may pair a speaker that has no listener (contract, section 2, `TONEARM_PAIRING`). */
export const PAIRING_MODES = ['window', 'code', 'open'] as const;
export type PairingMode = (typeof PAIRING_MODES)[number];

/** An owner’s invitation by which somebody signs in; it stays open to others until that has come about. */
export interface HeldCode {
  /** Whose invitation it is. */
  readonly by: Inviter;
  /**
   * Spends it where `doing` comes about, and on nobody else meanwhile. Null, and nothing is done, where it was used or taken
   * back, or somebody is about to use it.
   */
  use<T>(doing: () => Promise<T>): Promise<T> | null;
}

/** What a code is worth that somebody typed; `wait`: this peer has tried too many wrong ones. */
export type JudgedCode =
  | { readonly type: 'owner'; readonly code: HeldCode }
  | { readonly type: 'guest' }
  | { readonly type: 'wrong' }
  | { readonly type: 'wait'; readonly waitMs: number };

/** What came of a sign-in from the shell of the device. */
export type ShellSignIn =
  | {
      readonly type: 'paired';
      /** As the service names it. */
      readonly account: string | null;
      /** Another listener, or one where there was none. */
      readonly isNew: boolean;
    }
  | { readonly type: 'failed'; readonly text: string }
  /** That was no address that such a sign-in ends at: another may come. */
  | { readonly type: 'notIt'; readonly text: string };

/** Pairing from the shell of the device (contract, section 1, `tonearm pair`). */
export interface ShellPairing {
  /** The service’s address, to be opened in any browser. */
  begin(): string;
  /** Takes the address that the browser ended at. */
  finish(address: string): Promise<ShellSignIn>;
}
