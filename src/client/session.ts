import { type Call, SpeakerConnection, type SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import { LIMITS } from '../core/vocabulary/limits.js';
import { CLOSE } from '../contract/codes.js';
import {
  ACCESS_CHANGE,
  type AccessChange,
  type Change,
  type Hello,
  type Opened,
  STATE_CHANGE,
} from '../contract/protocol.js';
import { createLiveness, type Liveness } from './liveness.js';
import { createRegreeted, type Credential, openByProof, parseGreeting } from './opening.js';
import { readerOf } from './shape.js';
import { changed, renewed, type StateCopy } from './state-copy.js';

const HELLO_MS = 10_000;
/** The time that the contract allows for an answer, and a margin. */
const CALL_MS = LIMITS.answer + 5_000;
const PROBE_MS = 5_000;

/** Why a session ended. Another attempt may succeed only after `lost`. */
export interface SessionEnd {
  readonly kind: 'lost' | 'unauthorized' | 'incompatible';
  readonly error: ControlError;
}

export interface SpeakerSessionOptions {
  readonly WebSocket: SocketConstructor;
  readonly url: string;
  readonly name: string;
  readonly token: (hello: Hello) => Credential | string | null;
  /** The state that an earlier session left: only later changes are requested. Null for a full state. */
  readonly copy: StateCopy | null;
  readonly steadyMs: () => number;
  readonly onHello: (hello: Hello) => void;
  readonly onOpened: (opened: Opened) => void;
  /** Whether a person is watching, who must learn within seconds that nothing arrives. */
  readonly isWatched: () => boolean;
  /** Called with true when a sign of life is overdue, and with false when a message arrives again. */
  readonly onSilence: (isSilent: boolean) => void;
  /** Called with each change and its cause, including the changes that a returning client missed. */
  readonly onChange: (change: Change) => void;
  readonly onAccess: (change: AccessChange) => void;
  /** Called with each new copy; the first call means that the session is open. */
  readonly onCopy: (copy: StateCopy) => void;
  /** Called once; no other callback follows. */
  readonly onEnd: (end: SessionEnd) => void;
}

const parseChanged = readerOf(STATE_CHANGE);
const parseAccess = readerOf(ACCESS_CHANGE);

/** Opens the control protocol once: hello, `session.open`, `state.subscribe`, then events (contract, section 4). */
export class SpeakerSession {
  readonly #options: SpeakerSessionOptions;
  #copy: StateCopy | null;
  /**
   * The latest revision that was announced before the state to which it applies; null once there is a state.
   * Keeping the events themselves would let a hostile speaker fill the memory.
   */
  #early: number | null = 0;
  /** Whether the server answered `session.open`; before that, close code 4401 means that it waited too long. */
  #opened = false;
  #serverKey: Uint8Array | null = null;
  #isGreeted = false;
  #over = false;
  readonly #liveness: Liveness;
  readonly #connection: SpeakerConnection;
  readonly #helloTimer: ReturnType<typeof setTimeout>;

  constructor(options: SpeakerSessionOptions) {
    this.#options = options;
    this.#copy = options.copy;
    this.#liveness = createLiveness({ ...options, ask: () => this.probe() });
    this.#connection = new SpeakerConnection({
      WebSocket: options.WebSocket,
      url: options.url,
      onHeard: () => this.#liveness.heard(),
      onNotification: (method, params) => {
        if (method === 'server.hello') this.#greet(params);
        // Ignore everything else until the session is open: only then has the speaker proven its identity.
        if (!this.#opened) return;
        if (method === 'state.changed') this.#follow(params);
        if (method === 'access.changed') this.#tellAccess(params);
      },
      onClose: code => {
        if (code === CLOSE.unauthorized && this.#opened) {
          this.#end(
            'unauthorized',
            new ControlError('unauthorized', 'The speaker does not know this client.'),
          );
        } else this.#end('lost', new ControlError('disconnected', `The connection was lost (${code}).`));
      },
    });
    this.#helloTimer = setTimeout(
      () => this.#end('lost', new ControlError('timedOut', 'The speaker did not respond.')),
      HELLO_MS,
    );
  }

  #end(kind: SessionEnd['kind'], error: ControlError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#helloTimer);
    this.#liveness.stop();
    this.#connection.close();
    this.#options.onEnd({ kind, error });
  }

  #adopt(next: StateCopy): void {
    this.#copy = next;
    if (!this.#over) this.#options.onCopy(next);
  }

  #follow(params: unknown): void {
    const change = parseChanged(params, 'event');
    if (this.#early !== null) {
      this.#early = Math.max(this.#early, change.revision);
      return;
    }
    const next = this.#copy && changed(this.#copy, change, this.#options.steadyMs());
    if (next !== null) {
      const isNew = next !== this.#copy;
      this.#adopt(next);
      if (isNew) this.#options.onChange(change);
    }
    // A gap violates the contract; requesting the whole state repairs it.
    else this.#watch(this.#subscribe(null));
  }

  async #subscribe(sinceRevision: number | null): Promise<void> {
    this.#early ??= 0;
    const params = sinceRevision === null ? {} : { sinceRevision };
    const answer = await this.#connection.call('state.subscribe', params, CALL_MS);
    const next = renewed(this.#copy, answer, this.#options.steadyMs());
    if (next === null) throw new ControlError('malformed', 'The speaker sent changes without a state.');
    const announced = this.#early;
    this.#early = null;
    this.#adopt(next);
    if ('changes' in answer) for (const change of answer.changes) this.#options.onChange(change);
    if (announced > next.revision) this.#watch(this.#subscribe(next.revision));
  }

  async #admit(hello: Hello): Promise<Opened> {
    const given = this.#options.token(hello);
    const { opened, serverKey } = await openByProof({
      call: this.call,
      hello,
      binding: this.#connection.binding,
      isOverTls: /^wss:/i.test(this.#options.url),
      name: this.#options.name,
      credential: typeof given === 'string' ? { token: given } : given,
    });
    this.#serverKey = serverKey;
    return opened;
  }

  #greet(params: unknown): void {
    clearTimeout(this.#helloTimer);
    if (this.#isGreeted) {
      this.#end('lost', createRegreeted());
      return;
    }
    this.#isGreeted = true;
    this.#watch(this.#start(params));
    this.#liveness.listen();
  }

  async #start(params: unknown): Promise<void> {
    const hello = parseGreeting(params);
    this.#options.onHello(hello);
    const opened = await this.#admit(hello);
    this.#opened = true;
    this.#options.onOpened(opened);
    await this.#subscribe(this.#copy?.revision ?? null);
  }

  /** Ignores an event that cannot be parsed, which a newer speaker may send, rather than losing the session. */
  #tellAccess(params: unknown): void {
    let change: AccessChange;
    try {
      change = parseAccess(params, 'event');
    } catch {
      return;
    }
    this.#options.onAccess(change);
  }

  async #refresh(): Promise<void> {
    const answer = await this.#connection.call('state.get', {}, PROBE_MS);
    const next = renewed(this.#copy, answer, this.#options.steadyMs());
    if (next !== null && (this.#copy === null || next.revision >= this.#copy.revision)) this.#adopt(next);
  }

  /** Requests the state, so that a connection that died unnoticed is detected within 5 s. */
  probe(): void {
    if (this.#over || this.#early !== null) return;
    this.#liveness.asked();
    this.#watch(this.#refresh());
  }

  /** Ends the session if one of its own calls fails. */
  #watch(step: Promise<void>): void {
    step.catch((error: unknown) => {
      const fault = error instanceof ControlError ? error : new ControlError('malformed', String(error));
      const { reason } = fault;
      const isRefused = reason === 'unauthorized' || reason === 'unproven';
      this.#end(isRefused ? 'unauthorized' : reason === 'incompatible' ? reason : 'lost', fault);
    });
  }

  /** The key that only both ends know; null if no proof was shown. */
  get serverKey(): Uint8Array | null {
    return this.#serverKey;
  }

  /** Calls a method; `withinMs` replaces the usual time limit for the answer. */
  readonly call: Call<[withinMs?: number]> = (method, params, withinMs = CALL_MS) =>
    this.#connection.call(method, params, withinMs);

  close(): void {
    this.#end('lost', new ControlError('disconnected', 'The connection was closed.'));
  }
}
