// Runs test files in a process of their own and reads what they say by tap's parser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Parser } from 'tap-parser';

/** A process that a test left behind may hold the output open; the files are finished regardless. */
const LEFT_OPEN_MS = 10_000;
/** What the tests of a file that failed have said: its last lines. */
const SAID_LINES = 400;

/**
 * Runs plain Node: the hooks of `tap run` would be inherited by every program that a test starts, and make each start
 * three times as long. Resolves with the `counts` of results, `failures` (lines to print), `skips`, `seconds`, and
 * `culprits`: the files that failed, or all where that is not certain. A run without any result has failed, however it
 * ended.
 */
export async function runTestFiles(
  { name, files },
  { root, env, onChild, onNoise, stuckMs, node = process.execPath },
) {
  const startedMs = performance.now();
  const words = files.length === 1 ? files : ['dist/test/rigs/together.js', name, ...files];
  const child = spawn(node, ['--enable-source-maps', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  onChild?.(child);
  createInterface({ input: child.stderr }).on('line', onNoise);
  const report = readReport(name, child.stdout);
  let isStuck = false;
  const stuck = setTimeout(() => {
    isStuck = true;
    child.kill('SIGKILL');
  }, stuckMs);
  const [status, signal] = await once(child, 'exit');
  clearTimeout(stuck);
  await Promise.race([report.isRead, sleep(LEFT_OPEN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const { counts, failures, skips, said, places } = report;
  if (counts.failed === 0 && (status !== 0 || counts.passed + counts.skipped === 0)) {
    counts.failed = 1;
    const why = isStuck ? 'did not end by itself, and was ended' : `ended with ${signal ?? status}`;
    failures.push(`failed in ${name}`, `  it ${why}`);
  }
  if (counts.failed > 0) failures.push(...said.slice(-SAID_LINES));
  const isCertain = places.length === counts.failed && places.every(place => files.includes(place));
  const culprits = isCertain ? files.filter(file => places.includes(file)) : files;
  return { name, files, culprits, counts, failures, skips, seconds: (performance.now() - startedMs) / 1_000 };
}

/** Reads TAP. Results with nested results are not counted: a failed one always has a failed one in it. */
function readReport(name, stream) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const report = { counts, failures: [], skips: [], said: [], places: [] };
  const { failures, skips, said, places } = report;
  const listen = (parser, within) => {
    parser.on('child', child => listen(child, [...within, child.name]));
    parser.on(
      'comment',
      line => within.length > 1 && !line.startsWith('# Subtest: ') && said.push(line.trimEnd()),
    );
    parser.on('assert', ({ ok, skip, todo, name: title, diag, closingTestPoint }) => {
      if (closingTestPoint) return;
      const isLeftOut = skip !== false || todo !== false;
      counts[isLeftOut ? 'skipped' : ok ? 'passed' : 'failed'] += 1;
      if (isLeftOut) skips.push({ name: title, reason: typeof skip === 'string' ? skip : '' });
      else if (!ok) {
        failures.push(`failed in ${within.join(' > ')}: ${title}`, ...toLines(diag));
        places.push(diag?.at?.generated?.fileName ?? diag?.at?.fileName);
      }
    });
  };
  const parser = new Parser();
  listen(parser, [name]);
  parser.on('bailout', reason => failures.push(`failed in ${name}: bail out: ${reason}`));
  const isRead = once(parser, 'complete');
  stream.pipe(parser);
  return { ...report, isRead };
}

/** What tap says of a failure, as it says it: a text of several lines stands as it is. */
function toLines(diag) {
  return Object.entries(diag ?? {}).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [
          `  ${key}:`,
          ...value
            .trimEnd()
            .split('\n')
            .map(line => `    ${line}`),
        ]
      : [`  ${key}: ${JSON.stringify(value)}`],
  );
}
