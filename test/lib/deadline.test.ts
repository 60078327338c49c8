import { execFileSync } from 'node:child_process';
import t from 'tap';
import { deadline } from '../../src/lib/deadline.js';

t.test('the first of time and signals aborts', async t => {
  const stop = new AbortController();
  const stopped = deadline(1e6, stop.signal);
  stop.abort('asked');
  t.equal(stopped.reason, 'asked');
  const late = deadline(1, new AbortController().signal);
  const awake = setInterval(() => undefined, 1_000);
  await new Promise(resolve => late.addEventListener('abort', resolve, { once: true }));
  clearInterval(awake);
  t.match(late.reason, { name: 'TimeoutError' });
});

t.test('it outlives the collection of garbage', async t => {
  const script = `import { deadline } from '${new URL('../../src/lib/deadline.js', import.meta.url).href}';
    const stop = new AbortController();
    const awake = setInterval(() => gc(), 5);
    deadline(50, stop.signal).addEventListener('abort', () => { console.log('aborted'); clearInterval(awake); });
    setTimeout(() => clearInterval(awake), 20_000).unref();`;
  const args = ['--expose-gc', '--input-type=module', '-e', script];
  t.equal(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 }), 'aborted\n');
});
