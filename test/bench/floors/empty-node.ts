import { once } from 'node:events';
import { SYSTEM_AUTHORITIES } from '../../../src/lib/authorities.js';
import { INSTALLED } from '../../rigs/program.js';
import { startChild } from '../rig/child.js';

const PATH = process.env['PATH'] ?? '';
/** As the limits were set: Node reads all authorities at its start, as the agent's own did then. */
const TRUSTING = { PATH, NODE_EXTRA_CA_CERTS: SYSTEM_AUTHORITIES };
export const BARE = { PATH };

/** Node started to do nothing, after the words of a cgroup if given; milliseconds from start to end. */
export async function runEmptyNode(
  words: readonly string[] = [],
  env: NodeJS.ProcessEnv = TRUSTING,
): Promise<number> {
  return timeToEnd([...words, process.execPath, '-e', '0'], env);
}

/** Node with the agent's flags, which loads those of its own modules that a server needs; milliseconds to its end. */
export async function runNodeModules(): Promise<number> {
  const load = ['http', 'net', 'crypto', 'fs/promises'].map(name => `require('${name}')`).join(';');
  return timeToEnd([process.execPath, ...INSTALLED.nodeWords, '-e', load], BARE);
}

async function timeToEnd(
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { process: child, startedMs } = startChild(command, args, { env });
  await once(child, 'exit');
  return performance.now() - startedMs;
}
