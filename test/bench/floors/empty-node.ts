import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Node started to do nothing; milliseconds from start to end. */
export async function runEmptyNode(): Promise<number> {
  const from = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - from;
}
