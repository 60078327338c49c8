import {
  chmodSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Logger } from '../../contract/ports.js';
import { LineConnection } from './line-connection.js';
import type { Bounds } from '../gate/bounds.js';
import type { Sessions } from './sessions.js';

/** The socket for programs on the device itself: `control.sock` (contract, section 1). */
export interface LocalSocket {
  /** Never rejects: an unusable directory costs the socket and one warning, not the agent. */
  start(): Promise<void>;
  /** Removes the socket, but does not close its connections. May be called twice. */
  stop(): void;
}

export interface LocalSocketOptions {
  /** The runtime directory; it must exist. */
  readonly folder: string;
  /**
   * Whether the directory's group may connect, if it may enter the directory: its members are then owners, as the
   * agent's user is.
   */
  readonly forGroup: boolean;
  readonly sessions: Sessions;
  readonly bounds: Bounds;
  readonly logger: Logger;
}

export function createLocalSocket(options: LocalSocketOptions): LocalSocket {
  const { folder, sessions, bounds, logger } = options;
  const path = join(folder, 'control.sock');
  let server: Server | null = null;
  let inode = 0;
  let isStopped = false;

  /** Removes the socket, unless another agent has put its own there. */
  function removeOwn(): void {
    try {
      if (statSync(path).ino === inode) rmSync(path, { force: true });
    } catch {
      // The socket is already gone.
    }
  }

  function accept(socket: Socket): void {
    sessions.accept({ peer: null }, events => new LineConnection({ socket, bounds, ...events }));
  }

  return {
    async start() {
      const created = createServer({ allowHalfOpen: true }, accept);
      try {
        refuseStrangersFolder(folder);
        await listenPrivately(created, path, options);
        inode = statSync(path).ino;
        server = created;
        if (isStopped) {
          created.close();
          removeOwn();
        }
        created.on('error', error => logger.warn({ err: error }, 'The control socket failed.'));
      } catch (error) {
        created.close();
        logger.warn(
          { err: error, path },
          'The control socket cannot be opened; commands on this device cannot reach the agent.',
        );
      }
    },
    stop() {
      isStopped = true;
      server?.close();
      if (server !== null) removeOwn();
      server = null;
    },
  };
}

/** Refuses a directory where another user could rename files, and so put a socket of its own there. */
function refuseStrangersFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  const own = process.geteuid?.() ?? 0;
  if (own !== 0 && uid !== own && uid !== 0) throw new Error('the runtime directory belongs to another user');
  // With the sticky bit, as in /tmp, no user can rename files of others.
  const isSticky = (mode & 0o1000) !== 0;
  if ((mode & 0o002) !== 0 && !isSticky) throw new Error('the runtime directory is writable for everyone');
}

/** Whether only the directory's owner and group may enter it, as the package's unit sets it. */
function isOfGroup(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0o050;
}

/**
 * Creates the socket in a directory that no other user can enter, and moves it into place once it has its mode: at no
 * moment can another user connect. It replaces a socket left by a killed agent.
 */
async function listenPrivately(
  server: Server,
  path: string,
  { folder, forGroup }: LocalSocketOptions,
): Promise<void> {
  const nursery = mkdtempSync(join(folder, '.control-'));
  // A socket address holds at most 107 bytes, but a path may be longer: this one is always short enough.
  const handle = openSync(nursery, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    server.listen(`/proc/self/fd/${handle}/s`);
    await once(server, 'listening');
    chmodSync(join(nursery, 's'), forGroup && isOfGroup(folder) ? 0o660 : 0o600);
    renameSync(join(nursery, 's'), path);
  } finally {
    closeSync(handle);
    rmSync(nursery, { recursive: true, force: true });
  }
}
