import type { Socket } from 'node:net';

/** The outcome of a call of the control API. */
export type CallOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: object } };

/** A session of the control API for a part of the agent, whose messages never leave the process. */
export interface OwnSession {
  call(method: string, params: object): Promise<CallOutcome>;
  /** Notes that the client is gone. */
  leave(): void;
}

/** A session of the control API for a program that speaks another protocol (contract, section 7). */
export interface InnerSession extends OwnSession {
  /** Resolves once it is known whether the peer needs a token. */
  readonly ready: Promise<void>;
  /** Whether the peer may do what its role allows; otherwise it has to show a token. */
  readonly isOpen: boolean;
  /** Opens the session with a token; an earlier one stays in force if this one is refused. */
  open(token: string): Promise<CallOutcome>;
}

/** The way into the control API for another protocol, under the same limits. */
export interface InnerDoor {
  /** Admits a connection, which may be destroyed for want of a place. `onEnd`: the session was ended by the speaker. */
  enter(socket: Socket, onEnd: () => void): InnerSession;
  /** Notes what a peer did wrong, for the log. */
  noteWrong(socket: Socket, what: 'slowReader' | 'wrongRequest', reason?: string): void;
}
