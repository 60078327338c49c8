import type { Socket } from 'node:net';
import type { CallOutcome, InnerDoor, InnerSession, OwnSession } from '../../contract/inner-ports.js';
import { isLoopback } from '../../lib/near.js';
import type { Meter } from '../../lib/meter.js';
import type { Access } from '../access/access.js';
import { type Connections, createConnections } from './connections.js';
import type { Incidents } from '../gate/incidents.js';
import { unauthorized } from '../rpc-error.js';
import type { ConnectionEvents } from './connection.js';
import { createPeerRule } from './peer-rule.js';
import type { Sessions } from './sessions.js';

export interface InnerDoorOptions {
  readonly access: Access;
  readonly incidents: Incidents;
  readonly meter: Meter<'tooManyConnections'>;
  /** For peers that need a token, and for programs on the device, which need none. */
  readonly remote: Sessions;
  readonly local: Sessions;
}

/** The name of a client that has none of its own; those who look at the speaker see it as the cause of a change. */
const NAME = 'MPD';
const ENDED = { error: unauthorized('the session has ended') };

/**
 * Lets programs of another protocol into the control API: each connection is a session like any other, whose messages
 * never leave the process. A peer on loopback is a program on the device.
 */
export function createInnerDoor(options: InnerDoorOptions): InnerDoor {
  const { incidents, meter } = options;
  const { toPeer } = createPeerRule();
  const connections = createConnections({ toPeer, incidents, meter });
  return {
    enter(socket, onEnd) {
      connections.add(socket);
      return new InnerVisitor(options, connections, { socket, onEnd });
    },
    noteWrong: (socket, what, reason) =>
      incidents.note(what, connections.peerOf(socket), reason === undefined ? {} : { reason }),
  };
}

/** A connection, and whom to tell that its session was ended. */
interface From {
  readonly socket: Socket;
  readonly onEnd: () => void;
}

class InnerVisitor implements InnerSession {
  readonly #options: InnerDoorOptions;
  readonly #connections: Connections;
  readonly #from: From;
  readonly #peer: string;
  readonly ready: Promise<void>;
  #inner: OwnSession;
  #isOpen = false;

  constructor(options: InnerDoorOptions, connections: Connections, from: From) {
    this.#options = options;
    this.#connections = connections;
    this.#from = from;
    this.#peer = connections.peerOf(from.socket);
    const isLocal = isLoopback(this.#peer);
    this.#inner = this.#enter(isLocal);
    const needsToken = !isLocal && options.access.mode === 'paired';
    this.ready = needsToken ? Promise.resolve() : this.#openFreely();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  #enter(isLocal: boolean): OwnSession {
    const { local, remote } = this.#options;
    const inner: OwnSession = enterSessions(isLocal ? local : remote, isLocal ? null : this.#peer, () => {
      if (inner === this.#inner) this.#from.onEnd();
    });
    return inner;
  }

  async #openFreely(): Promise<void> {
    if ('error' in (await this.#openBy(this.#inner, {}))) this.#from.onEnd();
  }

  async #openBy(inner: OwnSession, shown: { readonly token?: string }): Promise<CallOutcome> {
    const outcome = await openSession(inner, NAME, shown);
    if ('error' in outcome) return outcome;
    this.#isOpen = true;
    // An open session counts as one, no longer as a connection.
    this.#connections.release(this.#from.socket);
    return outcome;
  }

  async open(token: string): Promise<CallOutcome> {
    const before = this.#inner;
    const inner = this.#isOpen ? this.#enter(false) : before;
    const outcome = await this.#openBy(inner, { token });
    if (inner === before) return outcome;
    if ('result' in outcome) this.#inner = inner;
    ('result' in outcome ? before : inner).leave();
    return outcome;
  }

  call(method: string, params: object): Promise<CallOutcome> {
    return this.#inner.call(method, params);
  }

  leave(): void {
    this.#inner.leave();
  }
}

/**
 * Enters these sessions from inside the process, without a socket. `peer`: whom the session is for; null: a part of the
 * agent, or a program on the device.
 */
function enterSessions(sessions: Sessions, peer: string | null, onClosed: () => void): OwnSession {
  const waiting = new Map<unknown, (outcome: CallOutcome) => void>();
  let events: ConnectionEvents | null = null;
  let asked = 0;

  function leave(): void {
    const left = events;
    events = null;
    if (left === null) return;
    left.onLeaving();
    left.onGone();
    for (const settle of waiting.values()) settle(ENDED);
    // A session that finds no place ends before its caller has it.
    queueMicrotask(onClosed);
  }

  sessions.accept({ peer }, given => {
    events = given;
    return {
      send(frame) {
        const { id, ...outcome } = JSON.parse(frame.toString()) as { id?: number } & CallOutcome;
        waiting.get(id)?.(outcome);
        waiting.delete(id);
      },
      close: leave,
      cut: leave,
    };
  });

  return {
    call: (method, params) =>
      new Promise(resolve => {
        if (events === null) {
          resolve(ENDED);
          return;
        }
        asked += 1;
        waiting.set(asked, resolve);
        events.receive(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: asked, method, params })));
      }),
    leave,
  };
}

/** Opens the session under a name, which those who look at the speaker see as the cause of a change. */
function openSession(
  session: OwnSession,
  name: string,
  shown: { readonly token?: string } = {},
): Promise<CallOutcome> {
  return session.call('session.open', { protocol: 1, client: { name }, ...shown });
}

/** Opens an owner's session for a part of the agent. */
export async function openOwnSession(sessions: Sessions, name: string): Promise<OwnSession> {
  const session = enterSessions(sessions, null, () => undefined);
  await openSession(session, name);
  return session;
}
