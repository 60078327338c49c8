import { type Call, type Connection, openConnection, type SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import { LIMITS } from '../core/limits.js';
import { CLOSE } from '../codes.js';
import {
  ACCESS_CHANGE,
  type AccessChange,
  HELLO,
  type Hello,
  type Opened,
  PROTOCOL,
  STATE_CHANGE,
} from '../protocol.js';
import { readerOf } from './shape.js';
import { changed, renewed, type StateCopy } from './state-copy.js';

const HELLO_MS = 10_000;
/** What the speaker promises, and some more. */
const CALL_MS = LIMITS.answer + 5_000;
const PROBE_MS = 5_000;
const QUIET_MS = 20_000;

/** Why a session is over: another attempt may help after `lost` alone. */
export interface SessionEnd {
  readonly kind: 'lost' | 'unauthorized' | 'incompatible';
  readonly error: ControlError;
}

export interface SessionOptions {
  readonly WebSocket: SocketConstructor;
  readonly url: string;
  readonly name: string;
  readonly token: (hello: Hello) => string | null;
  /** What an earlier session left: only what changed since is asked for. */
  readonly copy: StateCopy | null;
  readonly steadyMs: () => number;
  readonly onHello: (hello: Hello) => void;
  readonly onOpened: (opened: Opened) => void;
  readonly onAccess: (change: AccessChange) => void;
  /** The first one says that the session is open. */
  readonly onCopy: (copy: StateCopy) => void;
  /** Once, and nothing after it. */
  readonly onEnd: (end: SessionEnd) => void;
}

export interface Session {
  readonly call: Call;
  /** Asks for the state, so that a connection which died unnoticed is noticed within 5 s. */
  probe(): void;
  close(): void;
}

/** One opening of the control protocol: hello, `session.open`, `state.subscribe`, then events (contract, section 4). */
export function openSession(options: SessionOptions): Session {
  return new ClientSession(options);
}

const parseHello = readerOf(HELLO);
const parseChanged = readerOf(STATE_CHANGE);
const parseAccess = readerOf(ACCESS_CHANGE);

class ClientSession implements Session {
  readonly #options: SessionOptions;
  #copy: StateCopy | null;
  /** Events that came before the state they apply to; null once there is one. */
  #early: unknown[] | null = [];
  /** Whether the server answered the opening: before that 4401 means that it waited too long. */
  #opened = false;
  #heard = false;
  #over = false;
  #quiet: ReturnType<typeof setInterval> | undefined;
  readonly #connection: Connection;
  readonly #helloTimer: ReturnType<typeof setTimeout>;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#copy = options.copy;
    this.#connection = openConnection({
      WebSocket: options.WebSocket,
      url: options.url,
      onNotification: (method, params) => {
        this.#heard = true;
        if (method === 'server.hello') this.#start(parseHello(params, 'hello'));
        if (method === 'state.changed') this.#follow(params);
        if (method === 'access.changed') this.#options.onAccess(parseAccess(params, 'event'));
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
      () => this.#end('lost', new ControlError('timedOut', 'The speaker said nothing.')),
      HELLO_MS,
    );
  }

  #end(kind: SessionEnd['kind'], error: ControlError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#helloTimer);
    clearInterval(this.#quiet);
    this.#connection.close();
    this.#options.onEnd({ kind, error });
  }

  #adopt(next: StateCopy): void {
    this.#copy = next;
    if (!this.#over) this.#options.onCopy(next);
  }

  #follow(params: unknown): void {
    if (this.#early !== null) {
      this.#early.push(params);
      return;
    }
    const next = this.#copy && changed(this.#copy, parseChanged(params, 'event'), this.#options.steadyMs());
    if (next !== null) this.#adopt(next);
    // A gap breaks the contract; the whole state mends it.
    else this.#watch(this.#subscribe(null));
  }

  async #subscribe(sinceRevision: number | null): Promise<void> {
    this.#early ??= [];
    const params = sinceRevision === null ? {} : { sinceRevision };
    const answer = await this.#connection.call('state.subscribe', params, CALL_MS);
    const next = renewed(this.#copy, answer, this.#options.steadyMs());
    if (next === null) throw new ControlError('malformed', 'Changes came without a state.');
    const waited = this.#early;
    this.#early = null;
    this.#adopt(next);
    for (const params of waited) this.#follow(params);
  }

  async #admit(hello: Hello): Promise<Opened> {
    const own = this.#options.token(hello);
    const open = (token: string | null): Promise<Opened> =>
      this.#connection.call(
        'session.open',
        { protocol: PROTOCOL.max, client: { name: this.#options.name }, ...(token !== null && { token }) },
        CALL_MS,
      );
    try {
      return await open(own);
    } catch (error) {
      // An open speaker may still refuse a token that was revoked: it needs none.
      const needless = hello.auth === 'none' && own !== null;
      if (!(needless && error instanceof ControlError && error.reason === 'unauthorized')) throw error;
      return await open(null);
    }
  }

  #start(hello: Hello): void {
    clearTimeout(this.#helloTimer);
    this.#options.onHello(hello);
    if (PROTOCOL.max < hello.protocol.min || PROTOCOL.max > hello.protocol.max) {
      this.#end('incompatible', new ControlError('incompatible', 'The speaker speaks another version.'));
      return;
    }
    this.#watch(
      this.#admit(hello).then(opened => {
        this.#opened = true;
        this.#options.onOpened(opened);
        return this.#subscribe(this.#copy?.revision ?? null);
      }),
    );
    this.#quiet = setInterval(() => {
      if (!this.#heard) this.probe();
      this.#heard = false;
    }, QUIET_MS);
  }

  async #refresh(): Promise<void> {
    const answer = await this.#connection.call('state.get', {}, PROBE_MS);
    const next = renewed(this.#copy, answer, this.#options.steadyMs());
    if (next !== null && (this.#copy === null || next.revision >= this.#copy.revision)) this.#adopt(next);
  }

  probe(): void {
    if (this.#early === null) this.#watch(this.#refresh());
  }

  /** Whatever goes wrong with the session's own calls ends it. */
  #watch(step: Promise<void>): void {
    step.catch((error: unknown) => {
      const fault = error instanceof ControlError ? error : new ControlError('malformed', String(error));
      this.#end(fault.reason === 'unauthorized' ? 'unauthorized' : 'lost', fault);
    });
  }

  readonly call: Call = (method, params) => this.#connection.call(method, params, CALL_MS);

  close(): void {
    this.#end('lost', new ControlError('disconnected', 'The connection was closed.'));
  }
}
