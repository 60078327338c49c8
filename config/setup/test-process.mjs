// Runs one test file and turns its output into a TAP subtest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { toCause } from './child-end.mjs';

/** A process that a test left behind may hold the output open; the file is finished regardless. */
const LEFT_OPEN_MS = 2_000;

/**
 * Runs plain Node without the hooks of `tap run`, which the test's programs would inherit and which would make each
 * start take three times as long. Resolves with the lines; `onChild` receives the process, which is ended after
 * `stuckMs`.
 */
export async function runFile(file, { root, env, onChild, onNoise, stuckMs, node = process.execPath }) {
  const startedMs = performance.now();
  const child = spawn(node, ['--enable-source-maps', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  onChild?.(child);
  const lines = [];
  const reader = createInterface({ input: child.stdout }).on('line', line => lines.push(line));
  const isRead = once(reader, 'close');
  createInterface({ input: child.stderr }).on('line', onNoise);
  let isStuck = false;
  const stuck = setTimeout(() => {
    isStuck = true;
    child.kill('SIGKILL');
  }, stuckMs);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(stuck);
  await Promise.race([isRead, sleep(LEFT_OPEN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const why = isStuck ? 'it did not end by itself, and was ended' : toCause({ status: code, signal });
  return toSubtest(file, { lines, code, signal, why, tookMs: performance.now() - startedMs });
}

/** Returns the lines of the subtest. A file without any result counts as failed, however it ended. */
export function toSubtest(name, { lines, code, signal, why = null, tookMs }) {
  const isOk = code === 0 && lines.some(line => /^1\.\.[1-9]/.test(line));
  const end = signal === null ? `  exitCode: ${code}` : `  signal: ${signal}`;
  return [
    `# Subtest: ${name}`,
    ...lines.map(line => `    ${line}`),
    `${isOk ? '' : 'not '}ok - ${name} # time=${tookMs.toFixed(0)}ms`,
    ...(isOk ? [] : ['  ---', end, ...(why === null ? [] : [`  why: ${JSON.stringify(why)}`]), '  ...']),
  ];
}
