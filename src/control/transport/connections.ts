import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Incidents } from '../gate/incidents.js';
import { BOUNDS } from '../gate/bounds.js';
import type { PeerRule } from './peer-rule.js';
import type { Meter } from '../../lib/meter.js';

export interface ConnectionsOptions {
  readonly toPeer: PeerRule['toPeer'];
  readonly incidents: Incidents;
  readonly meter: Meter<'tooManyConnections'>;
}

interface Visitor {
  readonly socket: Socket;
  readonly peer: string;
  unanswered: number;
  /** Resolves once the answer to the last request was taken. */
  answered: Promise<void>;
  holdsPlace: boolean;
}

export type Connections = ReturnType<typeof createConnections>;

/** All connections to the HTTP port; each takes one of the places that the peers share. */
export function createConnections({ toPeer, incidents, meter }: ConnectionsOptions) {
  const visitors = new Map<string, Visitor>();

  function takePlace(visitor: Visitor): void {
    if (visitor.holdsPlace) return;
    visitor.holdsPlace = meter.take('tooManyConnections', visitor.peer) === 0;
    if (visitor.holdsPlace) return;
    incidents.note('tooManyConnections', visitor.peer);
    visitor.socket.destroy();
  }

  function leavePlace(visitor: Visitor): void {
    if (visitor.holdsPlace) meter.leave('tooManyConnections', visitor.peer);
    visitor.holdsPlace = false;
  }

  return {
    /** Adds a new connection; it is destroyed if there is no place for it. */
    add(socket: Socket): void {
      const { remoteAddress } = socket;
      // The connection was reset already: there is no peer to answer or name.
      if (remoteAddress === undefined) return void socket.destroy();
      const key = keyOf(socket);
      const peer = toPeer(remoteAddress);
      const visitor = { socket, peer, unanswered: 0, answered: Promise.resolve(), holdsPlace: false };
      visitors.set(key, visitor);
      socket.once('close', () => {
        // A reset connection may be registered still when its port is used again.
        if (visitors.get(key) === visitor) visitors.delete(key);
        leavePlace(visitor);
      });
      takePlace(visitor);
    },
    /** Returns the peer that the socket is counted under. */
    peerOf: (socket: Socket) => visitors.get(keyOf(socket))?.peer ?? toPeer(socket.remoteAddress ?? ''),
    /**
     * Resolves when the request may be answered: after the client has taken the previous answer. Without this, Node would
     * read on and buffer answers that nobody reads. Returns null if too many requests wait: the socket is destroyed.
     */
    begin(socket: Socket, response: ServerResponse): Promise<void> | null {
      const visitor = visitors.get(keyOf(socket));
      if (visitor === undefined || visitor.socket.destroyed) return drop(socket);
      visitor.unanswered += 1;
      if (visitor.unanswered <= BOUNDS.unansweredRequests) return takeTurn(visitor, response);
      incidents.note('tooManyCalls', visitor.peer);
      return drop(visitor.socket);
    },
    /** Whether an answer on this socket is pending or being sent. */
    isAnswering: (socket: Socket) => (visitors.get(keyOf(socket))?.unanswered ?? 0) > 0,
    /** Frees the socket's place while it carries an open session, which counts as one; `settle` takes a place again. */
    release(socket: Socket): void {
      const visitor = visitors.get(keyOf(socket));
      if (visitor !== undefined) leavePlace(visitor);
    },
    /** Takes a place for a socket whose session is over, though it may still read; destroys it if there is none. */
    settle(socket: Socket): void {
      const visitor = visitors.get(keyOf(socket));
      if (visitor?.socket.destroyed === false) takePlace(visitor);
    },
    cutAll: () => visitors.forEach(({ socket }) => void socket.destroy()),
  };
}

function drop(socket: Socket): null {
  socket.destroy();
  return null;
}

function takeTurn(visitor: Visitor, response: ServerResponse): Promise<void> {
  const { answered } = visitor;
  visitor.answered = new Promise(resolve => {
    response.once('close', () => {
      visitor.unanswered -= 1;
      resolve();
    });
  });
  return answered;
}

/** Returns the same key for a TCP socket and the TLS socket on it, which Node reports as two sockets. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
