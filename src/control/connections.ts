import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Incidents } from './incidents.js';
import { CONTROL_LIMITS } from './limits.js';
import type { PeerRule } from './peer-rule.js';
import { createQuota } from './quota.js';

/** Everybody who is connected to the port, each in a place that the peers share. */
export interface Connections {
  /** A new one, which may be cut at once, or another for it. */
  add(socket: Socket): void;
  /** As what it is counted. */
  peerOf(socket: Socket): string;
  /**
   * A request of it is to be answered: resolves when that may be begun. Node would read on, and keep all answers that nobody
   * reads: none is made before the one ahead of it was taken. Null: so many wait already that it is cut.
   */
  begin(socket: Socket, response: ServerResponse): Promise<void> | null;
  /** Whether an answer to it is still to come, or on its way. */
  isAnswering(socket: Socket): boolean;
  /** A session on it is open, which is counted as one: until it is `settle`d again it takes no place here. */
  release(socket: Socket): void;
  settle(socket: Socket): void;
  isReleased(socket: Socket): boolean;
  cutAll(): void;
}

export interface ConnectionsOptions {
  readonly toPeer: PeerRule['toPeer'];
  /** Whether this peer has shown a token within a day. */
  readonly isKnown: (peer: string) => boolean;
  readonly incidents: Incidents;
}

interface Visitor {
  readonly socket: Socket;
  readonly peer: string;
  unanswered: number;
  /** Whether the last of them was. */
  answered: Promise<void>;
  isReleased: boolean;
}

export function createConnections({ toPeer, isKnown, incidents }: ConnectionsOptions): Connections {
  const { connections: total, connectionsPerPeer: perPeer, unansweredRequests } = CONTROL_LIMITS;
  const quota = createQuota<Visitor>({ total, perPeer, isKnown });
  const visitors = new Map<string, Visitor>();

  function takePlace(visitor: Visitor): void {
    const loser = quota.take(visitor, { peer: visitor.peer });
    if (loser === null) return;
    incidents.note('tooManyConnections', loser.peer);
    loser.socket.destroy();
  }

  function setReleased(socket: Socket, isReleased: boolean): void {
    const visitor = visitors.get(keyOf(socket));
    if (visitor === undefined) return;
    visitor.isReleased = isReleased;
    if (isReleased) quota.leave(visitor);
    else if (!visitor.socket.destroyed) takePlace(visitor);
  }

  function end(visitor: Visitor): void {
    visitor.unanswered = Math.max(0, visitor.unanswered - 1);
    quota.use(visitor, visitor.unanswered > 0);
  }

  return {
    add(socket) {
      const { remoteAddress } = socket;
      // Reset already: nobody is there to be answered, nor could be named.
      if (remoteAddress === undefined) return void socket.destroy();
      const key = keyOf(socket);
      const visitor = {
        socket,
        peer: toPeer(remoteAddress),
        unanswered: 0,
        answered: Promise.resolve(),
        isReleased: false,
      };
      visitors.set(key, visitor);
      socket.once('close', () => {
        visitors.delete(key);
        quota.leave(visitor);
      });
      takePlace(visitor);
    },
    peerOf: socket => visitors.get(keyOf(socket))?.peer ?? toPeer(socket.remoteAddress ?? ''),
    begin(socket, response) {
      const visitor = visitors.get(keyOf(socket));
      if (visitor === undefined || visitor.socket.destroyed) return null;
      visitor.unanswered += 1;
      quota.use(visitor, true);
      if (visitor.unanswered <= unansweredRequests) return takeTurn(visitor, response, () => end(visitor));
      incidents.note('tooManyCalls', visitor.peer);
      visitor.socket.destroy();
      return null;
    },
    isAnswering: socket => (visitors.get(keyOf(socket))?.unanswered ?? 0) > 0,
    release: socket => setReleased(socket, true),
    settle: socket => setReleased(socket, false),
    isReleased: socket => visitors.get(keyOf(socket))?.isReleased ?? false,
    cutAll: () => visitors.forEach(({ socket }) => void socket.destroy()),
  };
}

function takeTurn(visitor: Visitor, response: ServerResponse, onTaken: () => void): Promise<void> {
  const { answered } = visitor;
  visitor.answered = new Promise(resolve => {
    response.once('close', () => {
      onTaken();
      resolve();
    });
  });
  return answered;
}

/** The same for a connection and for the TLS in it, which Node tells of by two sockets. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
