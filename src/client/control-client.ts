import type { PublicState } from '../contract/public-state.js';
import { type Ahead, createAhead } from './ahead.js';
import { backoffMs, refusedMs, STEADY_MS } from './backoff.js';
import type { ControlClient, ControlClientOptions } from './client-face.js';
import { ControlError } from './control-error.js';
import type { AccessChange, Change, Hello, Opened } from '../contract/protocol.js';
import type { CalledByOthers, CalledOnDevice, Methods } from '../contract/methods.js';
import { SpeakerSession, type SessionEnd } from './session.js';
import { positionOf, type StateCopy } from './state-copy.js';
import { type MadeInvitation, toInvitation } from './invitation.js';
import { type Phase, whenOnline } from './phase.js';

/** The longest wait that a peer can ask for: before the opening, it may be anyone. */
const LONGEST_WAIT_MS = 60_000;

export type { ControlClient, ControlClientOptions };

/** Creates a client of one speaker's control API (contract, section 4). It connects on `start`. */
export function createControlClient(options: ControlClientOptions): ControlClient {
  return new LastingClient(options);
}

class LastingClient implements ControlClient {
  readonly #options: ControlClientOptions;
  readonly #steadyMs: () => number;
  readonly #random: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #accessListeners = new Set<(change: AccessChange) => void>();
  readonly #stateListeners = new Set<(change: Change) => void>();
  #phase: Phase = 'stopped';
  #error: ControlError | null = null;
  #hello: Hello | null = null;
  #opened: Opened | null = null;
  #copy: StateCopy | null = null;
  #session: SpeakerSession | null = null;
  #isSilent = false;
  /** Ends when a renewed connection is open, refused or late; null otherwise. */
  #renewal: Promise<void> | null = null;
  /** Estimates the speaker's wall clock. */
  readonly #ahead: Ahead;
  #onlineSince: number | null = null;
  #failures = 0;
  #refusals = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ControlClientOptions) {
    this.#options = options;
    this.#steadyMs = options.steadyMs ?? (() => performance.now());
    this.#random = options.random ?? Math.random;
    this.#ahead = createAhead(this.#steadyMs);
  }

  #become(next: Phase, why: ControlError | null): void {
    if (next !== 'online') this.#isSilent = false;
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
    this.#ahead.forget();
    this.#become('connecting', null);
    this.#session = new SpeakerSession({
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
      isWatched: this.#options.isWatched ?? (() => false),
      onSilence: isSilent => {
        this.#isSilent = isSilent;
        this.#tell();
      },
      onChange: change => {
        for (const listener of [...this.#stateListeners]) listener(change);
      },
      onAccess: change => {
        for (const listener of [...this.#accessListeners]) listener(change);
      },
      onCopy: next => {
        this.#copy = next;
        this.#ahead.note(next.nowMs);
        this.#onlineSince ??= this.#steadyMs();
        this.#refusals = 0;
        this.#become('online', null);
      },
      onEnd: end => this.#lose(end),
    });
  }

  #lose(end: SessionEnd): void {
    this.#session = null;
    if (this.#phase === 'stopped') return;
    if (end.kind !== 'lost' && this.#options.triesAgain !== false) {
      this.#refusals += 1;
      this.#timer = setTimeout(() => this.#attempt(), refusedMs(this.#refusals));
      // A program that does nothing else may end.
      (this.#timer as { readonly unref?: () => void }).unref?.();
    }
    if (end.kind !== 'lost') {
      this.#become(end.kind, end.error);
      return;
    }
    if (this.#onlineSince !== null && this.#steadyMs() - this.#onlineSince >= STEADY_MS) this.#failures = 0;
    this.#failures += 1;
    this.#timer = setTimeout(
      () => this.#attempt(),
      Math.max(
        backoffMs(this.#failures, this.#random),
        Math.min(end.error.retryAfterMs ?? 0, LONGEST_WAIT_MS),
      ),
    );
    this.#become('waiting', end.error);
  }

  get phase(): Phase {
    return this.#renewal === null ? this.#phase : 'online';
  }

  get error(): ControlError | null {
    return this.#error;
  }

  get isSilent(): boolean {
    return this.#isSilent;
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

  speakerMs(): number | null {
    return this.#ahead.nowMs();
  }

  start(): void {
    if (this.#phase === 'stopped') this.#attempt();
  }

  renew(patienceMs: number): void {
    this.stop();
    this.start();
    // Without a state there is nothing to go on with.
    if (this.#copy === null) return;
    const late = new Promise(resolve => setTimeout(resolve, patienceMs));
    this.#renewal = Promise.race([this.whenOnline().catch(() => null), late]).then(() => {
      this.#renewal = null;
      this.#tell();
    });
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
    if (this.#renewal !== null) await this.#renewal;
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

  onStateChange(listener: (change: Change) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onAccessChange(listener: (change: AccessChange) => void): () => void {
    this.#accessListeners.add(listener);
    return () => this.#accessListeners.delete(listener);
  }
}
