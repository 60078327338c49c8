/** The interface of the control client: its options, its state and its methods. */
import type { PublicState } from '../contract/public-state.js';
import type { CalledByOthers, CalledOnDevice, Methods } from '../contract/methods.js';
import type { AccessChange, Change, Hello, Opened } from '../contract/protocol.js';
import type { SocketConstructor } from './connection.js';
import type { ControlError } from './control-error.js';
import type { MadeInvitation } from './invitation.js';
import type { Credential } from './opening.js';
import type { Phase } from './phase.js';

export interface ControlClientOptions {
  /** The `ws:` or `wss:` address of `/control`. */
  readonly url: string;
  /** The name under which the speaker lists this client, 1 to 64 characters. */
  readonly name: string;
  /**
   * Returns the credential, or null if there is none. Called at each attempt, after the speaker's greeting. A plain
   * string is a token without a known id. The token itself is never sent to a peer that claims to be the speaker,
   * except an old one (`isOld`).
   */
  readonly token: (hello: Hello) => Credential | string | null;
  readonly WebSocket: SocketConstructor;
  /** A monotonic clock, in milliseconds. */
  readonly steadyMs?: () => number;
  /** Returns a number from 0 up to, but not including, 1; spreads the attempts of many clients. */
  readonly random?: () => number;
  /** Whether a person is watching: a silent line is then noticed within six seconds. */
  readonly isWatched?: () => boolean;
  /**
   * Whether the client tries again 12 s after a refusal, then after doubled waits up to five minutes (true): whoever
   * answers at the speaker's address can refuse. False: not until `reconnect`.
   */
  readonly triesAgain?: boolean;
}

export interface ControlClient {
  readonly phase: Phase;
  /** The reason for the phase `waiting`, `unauthorized` or `incompatible`; otherwise null. */
  readonly error: ControlError | null;
  /** True while the client is online but its last liveness request is unanswered. */
  readonly isSilent: boolean;
  /** The speaker's last greeting, kept while the connection is lost; null before the first. */
  readonly hello: Hello | null;
  /** The speaker's answer to the last opening: role, and a guest's expiry and volume ceiling; null before the first. */
  readonly opened: Opened | null;
  /** The last known state, kept while the connection is lost; null before the first. */
  readonly state: PublicState | null;
  readonly revision: number | null;
  /** Returns the current position in the item, in milliseconds, extrapolated from the state; null without a state. */
  positionMs(): number | null;
  /** Returns the speaker's estimated wall clock, in epoch milliseconds; null before it has told a time. */
  speakerMs(): number | null;
  /** Connects, and reconnects whenever the connection is lost. Does nothing if already started. */
  start(): void;
  /** Retries at once, for a new token or when the network is known to be back. Probes a connection that is up. */
  reconnect(): void;
  /**
   * Drops the connection and opens another at once, for a page that the browser had put aside. Until that is open, for at
   * most `patienceMs` milliseconds, the phase stays `online` and calls wait.
   */
  renew(patienceMs: number): void;
  /** Closes the connection and rejects pending calls. May be called twice. */
  stop(): void;
  /**
   * Calls a method of the contract. Rejects with a `ControlError`: the server's own, `disconnected` if there is no
   * connection or it is lost before the answer, or `timedOut`, after `withinMs` if given. A call is never sent twice.
   */
  call<M extends CalledByOthers | CalledOnDevice>(
    method: M,
    params: Methods[M]['params'],
    withinMs?: number,
  ): Promise<Methods[M]['result']>;
  /**
   * Makes an invitation. Its link is built here from the answer, so that its secret never crosses the wire. Rejects
   * like `call`.
   */
  invite(terms: Methods['access.invite']['params']): Promise<MadeInvitation>;
  /**
   * Resolves once the client is online and has a state; rejects if it is refused or stopped, or when `signal` aborts.
   */
  whenOnline(signal?: AbortSignal): Promise<PublicState>;
  /** Calls the listener after every change of phase or state. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  /**
   * Calls the listener with each change and its cause, including changes missed while disconnected. Returns a function
   * that removes the listener.
   */
  onStateChange(listener: (change: Change) => void): () => void;
  /**
   * Calls the listener, if this client is an owner, when clients are admitted or removed. Returns a function that
   * removes it.
   */
  onAccessChange(listener: (change: AccessChange) => void): () => void;
}
