import { parseChanged, parseHello, parseSubscription } from './answers.js';
import { type Connection, openConnection, type SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import { type Hello, PROTOCOL } from './protocol.js';
import { changed, renewed, type StateCopy } from './state-copy.js';

/** The server's own close code for a missing, wrong or revoked token. */
const UNAUTHORIZED = 4401;
const HELLO_MS = 10_000;
const CALL_MS = 15_000;
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
  /** The first one says that the session is open. */
  readonly onCopy: (copy: StateCopy) => void;
  /** Once, and nothing after it. */
  readonly onEnd: (end: SessionEnd) => void;
}

export interface Session {
  /** A call with the patience of the contract (10 s) and some more. */
  call(method: string, params: object): Promise<unknown>;
  /** Asks for the state, so that a connection which died unnoticed is noticed within 5 s. */
  probe(): void;
  close(): void;
}

/** One opening of the control protocol: hello, `session.open`, `state.subscribe`, then events (contract, section 4). */
export function openSession(options: SessionOptions): Session {
  let copy = options.copy;
  /** Events that came before the state they apply to; null once there is one. */
  let early: unknown[] | null = [];
  /** Whether the server answered the opening: before that 4401 means that it waited too long. */
  let opened = false;
  let heard = false;
  let over = false;
  let quiet: ReturnType<typeof setInterval> | undefined;
  const connection: Connection = openConnection({
    WebSocket: options.WebSocket,
    url: options.url,
    onNotification: (method, params) => {
      heard = true;
      if (method === 'server.hello') start(parseHello(params, 'hello'));
      if (method === 'state.changed') follow(params);
    },
    onClose: code => {
      if (code === UNAUTHORIZED && opened) {
        end('unauthorized', new ControlError('unauthorized', 'The speaker does not know this client.'));
      } else end('lost', new ControlError('disconnected', `The connection was lost (${code}).`));
    },
  });

  const helloTimer = setTimeout(
    () => end('lost', new ControlError('timedOut', 'The speaker said nothing.')),
    HELLO_MS,
  );

  function end(kind: SessionEnd['kind'], error: ControlError): void {
    if (over) return;
    over = true;
    clearTimeout(helloTimer);
    clearInterval(quiet);
    connection.close();
    options.onEnd({ kind, error });
  }

  function adopt(next: StateCopy): void {
    copy = next;
    if (!over) options.onCopy(next);
  }

  function follow(params: unknown): void {
    if (early !== null) {
      early.push(params);
      return;
    }
    const next = copy && changed(copy, parseChanged(params, 'event'), options.steadyMs());
    if (next !== null) adopt(next);
    // A gap breaks the contract; the whole state mends it.
    else watch(subscribe(null));
  }

  async function subscribe(sinceRevision: number | null): Promise<void> {
    early ??= [];
    const params = sinceRevision === null ? {} : { sinceRevision };
    const answer = parseSubscription(await connection.call('state.subscribe', params, CALL_MS), 'answer');
    const next = renewed(copy, answer, options.steadyMs());
    if (next === null) throw new ControlError('malformed', 'Changes came without a state.');
    const waited = early;
    early = null;
    adopt(next);
    for (const params of waited) follow(params);
  }

  async function admit(hello: Hello): Promise<void> {
    const own = options.token(hello);
    const open = (token: string | null): Promise<unknown> =>
      connection.call(
        'session.open',
        { protocol: PROTOCOL, client: { name: options.name }, ...(token !== null && { token }) },
        CALL_MS,
      );
    try {
      await open(own);
    } catch (error) {
      // An open speaker may still refuse a token that was revoked: it needs none.
      const needless = hello.auth === 'none' && own !== null;
      if (!(needless && error instanceof ControlError && error.reason === 'unauthorized')) throw error;
      await open(null);
    }
  }

  function start(hello: Hello): void {
    clearTimeout(helloTimer);
    options.onHello(hello);
    if (PROTOCOL < hello.protocol.min || PROTOCOL > hello.protocol.max) {
      end('incompatible', new ControlError('incompatible', 'The speaker speaks another version.'));
      return;
    }
    watch(
      admit(hello).then(() => {
        opened = true;
        return subscribe(copy?.revision ?? null);
      }),
    );
    quiet = setInterval(() => {
      if (!heard) probe();
      heard = false;
    }, QUIET_MS);
  }

  async function refresh(): Promise<void> {
    const answer = parseSubscription(await connection.call('state.get', {}, PROBE_MS), 'answer');
    const next = renewed(copy, answer, options.steadyMs());
    if (next !== null && (copy === null || next.revision >= copy.revision)) adopt(next);
  }

  function probe(): void {
    if (early === null) watch(refresh());
  }

  /** Whatever goes wrong with the session's own calls ends it. */
  function watch(step: Promise<void>): void {
    step.catch((error: unknown) => {
      const fault = error instanceof ControlError ? error : new ControlError('malformed', String(error));
      end(fault.reason === 'unauthorized' ? 'unauthorized' : 'lost', fault);
    });
  }

  return {
    call: (method, params) => connection.call(method, params, CALL_MS),
    probe,
    close: () => end('lost', new ControlError('disconnected', 'The connection was closed.')),
  };
}
