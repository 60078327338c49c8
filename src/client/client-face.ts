/** What a client of the control API is asked, and what it answers. */
import type { PublicState } from '../core/public-state.js';
import type { CalledByOthers, CalledOnDevice, Methods } from '../methods.js';
import type { AccessChange, Change, Hello, Opened } from '../protocol.js';
import type { SocketConstructor } from './connection.js';
import type { ControlError } from './control-error.js';
import type { MadeInvitation } from './invitation.js';
import type { Credential } from './opening.js';
import type { Phase } from './phase.js';

export interface ControlClientOptions {
  /** ws or wss address of `/control`. */
  readonly url: string;
  /** What the speaker calls this client, 1 to 64 characters. */
  readonly name: string;
  /**
   * Read at each attempt, once the speaker has said who it is; null where there is none. A bare token is one whose id is not
   * known. It is never told to whoever says that it is the speaker, save an old one (`isOld`).
   */
  readonly token: (hello: Hello) => Credential | string | null;
  readonly WebSocket: SocketConstructor;
  /** Milliseconds of a clock that never jumps. */
  readonly steadyMs?: () => number;
  /** 0 up to 1; spreads the attempts of many clients. */
  readonly random?: () => number;
  /** Whether somebody looks: silence of the line is then noticed within six seconds. */
  readonly isWatched?: () => boolean;
}

export interface ControlClient {
  readonly phase: Phase;
  /** Why the phase is `waiting`, `unauthorized` or `incompatible`; null otherwise. */
  readonly error: ControlError | null;
  /** Online, and yet the speaker was asked for a sign of life and gave none, so far. */
  readonly isSilent: boolean;
  /** The last greeting of the server, kept while the connection is lost. */
  readonly hello: Hello | null;
  /** What the last session was opened as: the role, a guest's end and ceiling; null before the first. */
  readonly opened: Opened | null;
  /** The state as last told, kept while the connection is lost; null before the first. */
  readonly state: PublicState | null;
  readonly revision: number | null;
  /** Position of the item in milliseconds now, advancing by itself; null without a state. */
  positionMs(): number | null;
  /** The speaker's wall clock now, as far as it has told; null before that. */
  speakerMs(): number | null;
  /** Begins to connect, and to return whenever the connection is lost. Does nothing when already begun. */
  start(): void;
  /** Tries at once: with a new token, or when the network is known to be back. Checks a connection that is up. */
  reconnect(): void;
  /** Ends the connection; calls under way are rejected. May be called twice. */
  stop(): void;
  /**
   * Calls a method of the contract. Rejects with a `ControlError`: the server's, `disconnected` when there is no
   * connection or it is lost before the answer, or `timedOut`, after `withinMs` where that is given. Never sent twice.
   */
  call<M extends CalledByOthers | CalledOnDevice>(
    method: M,
    params: Methods[M]['params'],
    withinMs?: number,
  ): Promise<Methods[M]['result']>;
  /** Makes an invitation; of the answer its link is made here, so that its secret crosses no wire. Rejects as `call` does. */
  invite(terms: Methods['access.invite']['params']): Promise<MadeInvitation>;
  /** Resolves once there is a state; rejects when no further attempt is made, or at `signal`. */
  whenOnline(signal?: AbortSignal): Promise<PublicState>;
  /** Told after every change of phase or state, until the answer is called. */
  onChange(listener: () => void): () => void;
  /** Told what changed and by whom, also of what was missed while the connection was lost, until the answer is called. */
  onStateChange(listener: (change: Change) => void): () => void;
  /** Told, where this client is an owner, of who comes and goes, until the answer is called. */
  onAccessChange(listener: (change: AccessChange) => void): () => void;
}
