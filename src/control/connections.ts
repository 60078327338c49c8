import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createAllowance } from '../allowance.js';
import type { Incidents } from './incidents.js';
import { CONTROL_LIMITS } from './limits.js';
import type { PeerRule } from './peer-rule.js';
import { createQuota } from './quota.js';

/** All connections to the HTTP port; each takes one of the places that the peers share. */
export interface Connections {
  /** Adds a new connection; it or another one may be destroyed to make room. */
  add(socket: Socket): void;
  /** Returns the peer that the socket is counted under. */
  peerOf(socket: Socket): string;
  /**
   * Resolves when the request may be answered: after the client has taken the previous answer. Without this, Node would
   * read on and buffer answers that nobody reads. Returns null if too many requests wait: the socket is destroyed.
   */
  begin(socket: Socket, response: ServerResponse): Promise<void> | null;
  /** Whether an answer on this socket is pending or being sent. */
  isAnswering(socket: Socket): boolean;
  /** Frees the socket's place while it carries an open session, which counts as one; `settle` takes a place again. */
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
  /** Resolves once the answer to the last request was taken. */
  answered: Promise<void>;
  isReleased: boolean;
  /** Whether another limit counts it: it has sent a request, opened a session or lost its place. */
  isCounted: boolean;
}

export function createConnections({ toPeer, isKnown, incidents }: ConnectionsOptions): Connections {
  const { connections: total, connectionsPerPeer: perPeer, unansweredRequests } = CONTROL_LIMITS;
  const noteInVain = countInVain(incidents);
  const quota = createQuota<Visitor>({ total, perPeer, isKnown });
  const visitors = new Map<string, Visitor>();

  function takePlace(visitor: Visitor): void {
    const loser = quota.take(visitor, { peer: visitor.peer });
    if (loser === null) return;
    incidents.note('tooManyConnections', loser.peer);
    loser.isCounted = true;
    loser.socket.destroy();
  }

  function setReleased(socket: Socket, isReleased: boolean): void {
    const visitor = visitors.get(keyOf(socket));
    if (visitor === undefined) return;
    visitor.isReleased = isReleased;
    visitor.isCounted = true;
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
      // The connection was reset already: there is no peer to answer or name.
      if (remoteAddress === undefined) return void socket.destroy();
      const key = keyOf(socket);
      const visitor = toVisitor(socket, toPeer(remoteAddress));
      visitors.set(key, visitor);
      socket.once('close', () => {
        // A reset connection may be registered still when its port is used again.
        if (visitors.get(key) === visitor) visitors.delete(key);
        quota.leave(visitor);
        if (!visitor.isCounted) noteInVain(visitor.peer);
      });
      takePlace(visitor);
    },
    peerOf: socket => visitors.get(keyOf(socket))?.peer ?? toPeer(socket.remoteAddress ?? ''),
    begin(socket, response) {
      const visitor = visitors.get(keyOf(socket));
      if (visitor === undefined || visitor.socket.destroyed) return drop(socket);
      visitor.unanswered += 1;
      visitor.isCounted = true;
      quota.use(visitor, true);
      if (visitor.unanswered <= unansweredRequests) return takeTurn(visitor, response, () => end(visitor));
      incidents.note('tooManyCalls', visitor.peer);
      return drop(visitor.socket);
    },
    isAnswering: socket => (visitors.get(keyOf(socket))?.unanswered ?? 0) > 0,
    release: socket => setReleased(socket, true),
    settle: socket => setReleased(socket, false),
    isReleased: socket => visitors.get(keyOf(socket))?.isReleased ?? false,
    cutAll: () => visitors.forEach(({ socket }) => void socket.destroy()),
  };
}

function toVisitor(socket: Socket, peer: string): Visitor {
  const answered = Promise.resolve();
  return { socket, peer, unanswered: 0, answered, isReleased: false, isCounted: false };
}

/** Counts handshakes and sockets that come to nothing: they cost as much as requests, which other limits count. */
function countInVain(incidents: Incidents): (peer: string) => void {
  const allowance = createAllowance({
    most: CONTROL_LIMITS.connectionsInVain,
    withinMs: 60_000,
    steadyMs: () => performance.now(),
  });
  return peer => {
    if (allowance.waitMs(peer) > 0) incidents.note('tooManyConnections', peer);
    else allowance.note(peer);
  };
}

function drop(socket: Socket): null {
  socket.destroy();
  return null;
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

/** Returns the same key for a TCP socket and the TLS socket on it, which Node reports as two sockets. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
