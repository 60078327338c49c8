import { once } from 'node:events';
import { SYSTEM_AUTHORITIES } from '../../../src/lib/authorities.js';
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
  const [command, ...args] = [...words, process.execPath, '-e', '0'];
  const { process: child, startedMs } = startChild(command, args, { env });
  await once(child, 'exit');
  return performance.now() - startedMs;
}
