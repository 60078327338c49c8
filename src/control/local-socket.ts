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
import type { Logger } from '../ports.js';
import { createLineConnection } from './line-connection.js';
import type { ControlLimits } from './limits.js';
import type { Sessions } from './sessions.js';

/** The door for programs on the device itself: `control.sock` (contract, section 1). */
export interface LocalSocket {
  /** Resolves in any case: a folder that cannot be used costs the socket and one warning, not the agent. */
  start(): Promise<void>;
  /** Takes the socket away; who is connected is not its concern. May be called twice. */
  stop(): void;
}

export interface LocalSocketOptions {
  /** The runtime directory; it exists already. */
  readonly folder: string;
  /** Whether its group may connect, where it may enter the folder: then its members are owners, as the agent's user is. */
  readonly forGroup: boolean;
  readonly sessions: Sessions;
  readonly limits: ControlLimits;
  readonly logger: Logger;
}

export function createLocalSocket(options: LocalSocketOptions): LocalSocket {
  const { folder, sessions, limits, logger } = options;
  const path = join(folder, 'control.sock');
  let server: Server | null = null;
  let inode = 0;
  let isStopped = false;

  /** Another agent may have put its own there. */
  function removeOwn(): void {
    try {
      if (statSync(path).ino === inode) rmSync(path, { force: true });
    } catch {
      // It is gone already.
    }
  }

  function accept(socket: Socket): void {
    sessions.accept({ peer: null }, events => createLineConnection({ socket, limits, ...events }));
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
        created.on('error', error => logger.warn({ err: error }, 'The control socket reports an error.'));
      } catch (error) {
        created.close();
        logger.warn(
          { err: error, path },
          'The control socket cannot be opened: commands on this device cannot reach the agent.',
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

/** Whoever may rename files in the folder could put a socket of their own there. */
function refuseStrangersFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  const own = process.geteuid?.() ?? 0;
  if (own !== 0 && uid !== own && uid !== 0) throw new Error('the runtime directory is another user’s');
  // As in /tmp, nobody renames what is another's where the sticky bit is set.
  const isSticky = (mode & 0o1000) !== 0;
  if ((mode & 0o002) !== 0 && !isSticky) throw new Error('everybody can write to the runtime directory');
}

/** Its group may enter and nobody else, as the package's unit has it. */
function isOfGroup(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0o050;
}

/**
 * The socket is made in a folder that nobody else can enter and moved to its place once it has its mode, so that
 * there is no moment in which another user could connect. It replaces what a killed agent has left behind.
 */
async function listenPrivately(
  server: Server,
  path: string,
  { folder, forGroup }: LocalSocketOptions,
): Promise<void> {
  const nursery = mkdtempSync(join(folder, '.control-'));
  // An address of a socket holds 107 bytes, a path may be longer: this one never is.
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
