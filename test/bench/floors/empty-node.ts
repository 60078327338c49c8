import { once } from 'node:events';
import { startChild } from '../rig/child.js';

/** Node started to do nothing, after the words of a cgroup if given; milliseconds from start to end. */
export async function runEmptyNode(words: readonly string[] = []): Promise<number> {
  const [command, ...args] = [...words, process.execPath, '-e', '0'];
  const { process: child, startedMs } = startChild(command, args);
  await once(child, 'exit');
  return performance.now() - startedMs;
}
