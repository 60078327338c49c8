import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { describeError } from '../../src/host/shutdown.js';
import { startLineProcess } from '../fakes/store-child.js';

const program = fileURLToPath(new URL('../fakes/store-shutdown-process.js', import.meta.url));

async function start(t: Test, fault: string, ...steps: string[]) {
  const agent = startLineProcess(t, process.execPath, [program, fault, ...steps]);
  await agent.next();
  return agent;
}

async function rest(agent: ReturnType<typeof startLineProcess>) {
  const lines: Record<string, unknown>[] = [];
  try {
    for (;;) lines.push(await agent.next());
  } catch {
    return lines;
  }
}

const stepsOf = (lines: Record<string, unknown>[]) =>
  lines.flatMap(line => ('message' in line ? [] : (line['step'] ?? [])));

t.test('SIGTERM and SIGINT stop every part in order: 0', async t => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const agent = await start(t, 'none', 'good', 'good', 'good');
    agent.child.kill(signal);
    const lines = await rest(agent);
    t.same(stepsOf(lines), ['good-0', 'good-1', 'good-2']);
    t.match(lines, [{ message: 'stopping', reason: signal }]);
    t.same(await agent.ended, { code: 0, signal: null });
  }
});

t.test('a part that fails or hangs is named, and keeps nobody from stopping', async t => {
  const agent = await start(t, 'run', 'failing', 'hung', 'good');
  const lines = await rest(agent);
  const faults = lines.filter(line => line['level'] === 'error');
  t.match(faults, [
    { step: 'failing-0', problem: 'no http://host/path?… for you' },
    { step: 'hung-1', problem: 'not within 50 ms' },
  ]);
  t.ok(lines.some(line => line['step'] === 'good-2'));
  t.same(await agent.ended, { code: 1, signal: null });
});

t.test('a second signal ends it at once', async t => {
  const agent = await start(t, 'none', 'stuck', 'good');
  agent.child.kill('SIGTERM');
  t.match(await agent.next(), { message: 'stopping' });
  t.match(await agent.next(), { step: 'stuck-0' });
  agent.child.kill('SIGINT');
  t.same(await agent.ended, { code: 1, signal: null });
  t.same(await rest(agent), []);
});

t.test('an error nobody caught: logged without secrets, the same stop, 1', async t => {
  const agent = await start(t, 'throw', 'stuck', 'good');
  const lines = await rest(agent);
  t.match(lines, [{ level: 'error', name: 'Error', code: 'E_BUG', detail: 'GET http://audio/x?… failed' }]);
  t.notMatch(JSON.stringify(lines), 'secret');
  t.same(stepsOf(lines), ['stuck-0', 'good-1'], 'the whole is bounded, and still every part gets its turn');
  t.same(await agent.ended, { code: 1, signal: null });
});

t.test('a rejection nobody caught is no different', async t => {
  const agent = await start(t, 'reject', 'good');
  const lines = await rest(agent);
  t.match(lines, [{ message: 'uncaught error', detail: 'nobody waits for this' }]);
  t.same(stepsOf(lines), ['good-0']);
  t.same(await agent.ended, { code: 1, signal: null });
});

t.test('an error is described briefly, whatever was thrown', async t => {
  t.same(describeError('plain'), { name: 'string', detail: 'plain' });
  t.same(describeError(undefined), { name: 'undefined', detail: 'undefined' });
  const { stack = [] } = describeError(new TypeError('bad'));
  t.ok(stack.length > 0 && stack.length <= 6);
  t.ok(stack.every(line => line.startsWith('at ')));
});
