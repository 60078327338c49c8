import { createServer, type Socket } from 'node:net';
import type { InnerDoor } from '../contract/inner-ports.js';
import type { Agent, Clock, Logger } from '../contract/ports.js';
import { type ArtReach, createArt } from './art.js';
import { serveClient } from './connection.js';
import { Queue } from './queue.js';
import { createShelf } from './shelf.js';
import type { MpdShared } from './visit.js';

export interface MpdOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly deviceName: string;
  readonly agent: Agent;
  /** The number of the entry that is current; null: none. */
  readonly entry: () => number | null;
  readonly door: InnerDoor;
  readonly reach: ArtReach;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The server of MPD's protocol (contract, section 7). */
export interface Mpd {
  /** Resolves with the port once it listens; with null if it cannot, which costs one warning and not the agent. */
  start(): Promise<number | null>;
  /** Ends all connections. */
  stop(): Promise<void>;
}

/** How soon it tries again to listen: an address may come after the agent's start, milliseconds. */
const AGAIN_MS = 30_000;

export function createMpd(options: MpdOptions): Mpd {
  const { host, port, door, agent, logger } = options;
  const room = createRoom(options);
  const sockets = new Set<Socket>();
  let again: NodeJS.Timeout | undefined;
  let isWarned = false;
  let isStopped = false;

  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveClient(socket, room, door);
  });

  function listen(): Promise<number | null> {
    return new Promise(resolve => {
      const fail = (error: Error): void => {
        if (!isWarned) logger.warn({ err: error, host, port }, 'MPD’s protocol cannot be served.');
        isWarned = true;
        if (!isStopped) again = setTimeout(() => void listen(), AGAIN_MS);
        resolve(null);
      };
      server.once('error', fail);
      server.listen({ host, port }, () => {
        server.off('error', fail);
        server.on('error', error => logger.warn({ err: error }, 'The MPD server failed.'));
        const address = server.address();
        const own = typeof address === 'object' ? (address?.port ?? port) : port;
        logger.info({ host, port: own }, 'MPD’s protocol is served.');
        resolve(own);
      });
    });
  }

  agent.observe(({ changes }) => {
    if ('account' in changes || 'pairing' in changes) room.shelf.forget();
  });

  return {
    start: listen,
    stop() {
      isStopped = true;
      clearTimeout(again);
      server.close();
      for (const socket of sockets) socket.destroy();
      return Promise.resolve();
    },
  };
}

function createRoom({ agent, entry, clock, deviceName, reach }: MpdOptions): MpdShared {
  const sinceMs = clock.steadyMs();
  return {
    agent,
    queue: new Queue({ agent, entry, clock }),
    shelf: createShelf(() => clock.steadyMs()),
    art: createArt(reach),
    deviceName,
    uptimeS: () => Math.round((clock.steadyMs() - sinceMs) / 1000),
  };
}
