import type { PublicState } from '../core/public-state.js';
import { ANSWERS } from './answers.js';
import { backoffMs } from './backoff.js';
import type { SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import type { Hello, MethodName, Methods } from './protocol.js';
import { openSession, type Session, type SessionEnd } from './session.js';
import { positionOf, type StateCopy } from './state-copy.js';

/** A session that lasted this long was a good one: waits start over. */
const STEADY_MS = 5_000;

/**
 * `waiting`: between two attempts. `unauthorized`, `incompatible`: no attempt is made until `reconnect`.
 * `stopped`: before `start` and after `stop`.
 */
export type Phase = 'stopped' | 'connecting' | 'online' | 'waiting' | 'unauthorized' | 'incompatible';

export interface ControlClientOptions {
  /** ws or wss address of `/control`. */
  readonly url: string;
  /** What the speaker calls this client, 1 to 64 characters. */
  readonly name: string;
  /** Read at each attempt, once the speaker has said who it is; null where there is none. */
  readonly token: (hello: Hello) => string | null;
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
   * connection or it is lost before the answer, or `timedOut`. Never sent twice.
   */
  call<M extends MethodName>(method: M, params: Methods[M]['params']): Promise<Methods[M]['result']>;
  /** Resolves once there is a state; rejects when no further attempt is made, or at `signal`. */
  whenOnline(signal?: AbortSignal): Promise<PublicState>;
  /** Told after every change of phase or state, until the answer is called. */
  onChange(listener: () => void): () => void;
}

/** A client of one speaker's control API (contract, section 4). Connects on `start`. */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const steadyMs = options.steadyMs ?? (() => performance.now());
  const random = options.random ?? Math.random;
  const listeners = new Set<() => void>();
  let phase: Phase = 'stopped';
  let error: ControlError | null = null;
  let hello: Hello | null = null;
  let copy: StateCopy | null = null;
  let session: Session | null = null;
  let onlineSince: number | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function become(next: Phase, why: ControlError | null): void {
    phase = next;
    error = why;
    tell();
  }

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  function attempt(): void {
    clearTimeout(timer);
    onlineSince = null;
    become('connecting', null);
    session = openSession({
      WebSocket: options.WebSocket,
      url: options.url,
      name: options.name,
      token: options.token,
      copy,
      steadyMs,
      onHello: greeting => {
        hello = greeting;
        tell();
      },
      onCopy: next => {
        copy = next;
        onlineSince ??= steadyMs();
        become('online', null);
      },
      onEnd: lose,
    });
  }

  function lose(end: SessionEnd): void {
    session = null;
    if (phase === 'stopped') return;
    if (end.kind !== 'lost') {
      become(end.kind, end.error);
      return;
    }
    if (onlineSince !== null && steadyMs() - onlineSince >= STEADY_MS) failures = 0;
    failures += 1;
    timer = setTimeout(attempt, Math.max(backoffMs(failures, random), end.error.retryAfterMs ?? 0));
    become('waiting', end.error);
  }

  return {
    get phase() {
      return phase;
    },
    get error() {
      return error;
    },
    get hello() {
      return hello;
    },
    get state() {
      return copy?.state ?? null;
    },
    get revision() {
      return copy?.revision ?? null;
    },
    positionMs: () => copy && positionOf(copy, steadyMs()),
    start: () => {
      if (phase === 'stopped') attempt();
    },
    reconnect: () => {
      if (phase === 'online') session?.probe();
      else if (phase !== 'connecting' && phase !== 'stopped') attempt();
    },
    stop: () => {
      clearTimeout(timer);
      if (phase === 'stopped') return;
      become('stopped', null);
      session?.close();
    },
    call: async (method, params) => {
      if (session === null || phase !== 'online') {
        throw new ControlError('disconnected', 'There is no connection to the speaker.');
      }
      return ANSWERS[method](await session.call(method, params), 'answer');
    },
    whenOnline: signal => whenOnline(() => ({ phase, error, copy }), listeners, signal),
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function whenOnline(
  look: () => { phase: Phase; error: ControlError | null; copy: StateCopy | null },
  listeners: Set<() => void>,
  signal?: AbortSignal,
): Promise<PublicState> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const { phase, error, copy } = look();
      const refused = phase === 'unauthorized' || phase === 'incompatible' || phase === 'stopped';
      const online = phase === 'online' && copy !== null;
      if (!refused && !online && signal?.aborted !== true) return;
      listeners.delete(settle);
      signal?.removeEventListener('abort', settle);
      if (online) resolve(copy.state);
      else reject(error ?? new ControlError('disconnected', 'There is no connection to the speaker.'));
    };
    listeners.add(settle);
    signal?.addEventListener('abort', settle);
    settle();
  });
}
