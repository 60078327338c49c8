import type { PublicState } from '../core/public-state.js';
import { backoffMs } from './backoff.js';
import type { SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import type { AccessChange, Hello, Opened } from '../protocol.js';
import type { CalledByOthers, CalledOnDevice, Methods } from '../methods.js';
import type { Credential } from './opening.js';
import { openSession, type Session, type SessionEnd } from './session.js';
import { positionOf, type StateCopy } from './state-copy.js';
import { type MadeInvitation, toInvitation } from './invitation.js';
import { type Phase, whenOnline } from './phase.js';

/** A session that lasted this long was a good one: waits start over. */
const STEADY_MS = 5_000;

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
}

export interface ControlClient {
  readonly phase: Phase;
  /** Why the phase is `waiting`, `unauthorized` or `incompatible`; null otherwise. */
  readonly error: ControlError | null;
  /** The last greeting of the server, kept while the connection is lost. */
  readonly hello: Hello | null;
  /** What the last session was opened as: the role, a guest's end and ceiling; null before the first. */
  readonly opened: Opened | null;
  /** The state as last told, kept while the connection is lost; null before the first. */
  readonly state: PublicState | null;
  readonly revision: number | null;
  /** Position of the item in milliseconds now, advancing by itself; null without a state. */
  positionMs(): number | null;
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
  /** Told, where this client is an owner, of who comes and goes, until the answer is called. */
  onAccessChange(listener: (change: AccessChange) => void): () => void;
}

/** A client of one speaker's control API (contract, section 4). Connects on `start`. */
export function createControlClient(options: ControlClientOptions): ControlClient {
  return new LastingClient(options);
}

class LastingClient implements ControlClient {
  readonly #options: ControlClientOptions;
  readonly #steadyMs: () => number;
  readonly #random: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #accessListeners = new Set<(change: AccessChange) => void>();
  #phase: Phase = 'stopped';
  #error: ControlError | null = null;
  #hello: Hello | null = null;
  #opened: Opened | null = null;
  #copy: StateCopy | null = null;
  #session: Session | null = null;
  #onlineSince: number | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ControlClientOptions) {
    this.#options = options;
    this.#steadyMs = options.steadyMs ?? (() => performance.now());
    this.#random = options.random ?? Math.random;
  }

  #become(next: Phase, why: ControlError | null): void {
    this.#phase = next;
    this.#error = why;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #attempt(): void {
    clearTimeout(this.#timer);
    this.#onlineSince = null;
    this.#become('connecting', null);
    this.#session = openSession({
      WebSocket: this.#options.WebSocket,
      url: this.#options.url,
      name: this.#options.name,
      token: this.#options.token,
      copy: this.#copy,
      steadyMs: this.#steadyMs,
      onHello: greeting => {
        this.#hello = greeting;
        this.#tell();
      },
      onOpened: opened => {
        this.#opened = opened;
      },
      onAccess: change => {
        for (const listener of [...this.#accessListeners]) listener(change);
      },
      onCopy: next => {
        this.#copy = next;
        this.#onlineSince ??= this.#steadyMs();
        this.#become('online', null);
      },
      onEnd: end => this.#lose(end),
    });
  }

  #lose(end: SessionEnd): void {
    this.#session = null;
    if (this.#phase === 'stopped') return;
    if (end.kind !== 'lost') {
      this.#become(end.kind, end.error);
      return;
    }
    if (this.#onlineSince !== null && this.#steadyMs() - this.#onlineSince >= STEADY_MS) this.#failures = 0;
    this.#failures += 1;
    this.#timer = setTimeout(
      () => this.#attempt(),
      Math.max(backoffMs(this.#failures, this.#random), end.error.retryAfterMs ?? 0),
    );
    this.#become('waiting', end.error);
  }

  get phase(): Phase {
    return this.#phase;
  }

  get error(): ControlError | null {
    return this.#error;
  }

  get hello(): Hello | null {
    return this.#hello;
  }

  get opened(): Opened | null {
    return this.#opened;
  }

  get state(): PublicState | null {
    return this.#copy?.state ?? null;
  }

  get revision(): number | null {
    return this.#copy?.revision ?? null;
  }

  positionMs(): number | null {
    return this.#copy && positionOf(this.#copy, this.#steadyMs());
  }

  start(): void {
    if (this.#phase === 'stopped') this.#attempt();
  }

  reconnect(): void {
    if (this.#phase === 'online') this.#session?.probe();
    else if (this.#phase !== 'connecting' && this.#phase !== 'stopped') this.#attempt();
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#phase === 'stopped') return;
    this.#become('stopped', null);
    this.#session?.close();
  }

  async call<M extends CalledByOthers | CalledOnDevice>(
    method: M,
    params: Methods[M]['params'],
    withinMs?: number,
  ): Promise<Methods[M]['result']> {
    if (this.#session === null || this.#phase !== 'online') {
      throw new ControlError('disconnected', 'There is no connection to the speaker.');
    }
    return this.#session.call(method, params, withinMs);
  }

  async invite(terms: Methods['access.invite']['params']): Promise<MadeInvitation> {
    const made = await this.call('access.invite', terms);
    return toInvitation(made, this.#session?.serverKey ?? null);
  }

  whenOnline(signal?: AbortSignal): Promise<PublicState> {
    return whenOnline(
      () => ({ phase: this.#phase, error: this.#error, copy: this.#copy }),
      this.#listeners,
      signal,
    );
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onAccessChange(listener: (change: AccessChange) => void): () => void {
    this.#accessListeners.add(listener);
    return () => this.#accessListeners.delete(listener);
  }
}
