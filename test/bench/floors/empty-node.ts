import { once } from 'node:events';
import { startChild } from '../rig/child.js';

/** Node started to do nothing; milliseconds from start to end. */
export async function runEmptyNode(): Promise<number> {
  const { process: child, startedMs } = startChild(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  return performance.now() - startedMs;
}
