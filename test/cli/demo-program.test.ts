import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { callByHttp } from '../rigs/control/rpc.js';
import { PROGRAM } from '../rigs/program.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

const PATH = process.env['PATH'] ?? '';
const hasPlayer = PATH.split(delimiter).some(folder => existsSync(join(folder, 'mpv')));
const skip = hasPlayer ? false : 'mpv is not installed';

/** A demo whose state and sockets are the test's own; `line` resolves with the next line that matches. */
function startDemo(folder: string, words: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'demo', ...words], {
    env: { PATH, HOME: folder, XDG_STATE_HOME: folder, TONEARM_AUDIO_OUTPUT: 'null', TONEARM_MDNS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', line => lines.push(line));
  return {
    child,
    ended: once(child, 'exit') as Promise<[number | null, string | null]>,
    closed: once(reader, 'close'),
    lines,
    complaint: () => complaint,
    async line(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = lines.find(line => pattern.test(line));
        if (found !== undefined) return found;
        await once(reader, 'line');
      }
    },
  };
}

t.test('the demo pairs, plays, says what and where, and leaves nothing behind', { skip }, async t => {
  const folder = t.testdir();
  const demo = startDemo(folder, ['--once']);
  t.same(await demo.ended, [0, null]);
  await demo.closed;
  const text = demo.lines.join('\n');
  t.match(text, /^playing +\S.* – \S/m);
  t.match(
    text,
    /^remote +(?:http:\/\/\d+\.\d+\.\d+\.\d+:\d+\/#token=\S+\n +)+http:\/\/[\w-]+\.local:\d+\/#token=\S+$/m,
  );
  t.match(
    text,
    /^settings +TONEARM_AUTH_URL=(http:\/\/[\d.]+:\d+)\n +TONEARM_BASE_URL=\1\n +TONEARM_CLIENT_ID=tonearm-sandbox\n +TONEARM_CLIENT_SECRET=sandbox-secret$/m,
    'with which an installed speaker plays from it, too',
  );
  const port = /\.local:(\d+)/.exec(text)?.[1] ?? '';
  t.equal(existsSync(join(folder, 'tonearm-demo', port)), false);
});

t.test('with --no-pair it waits for the visitor; Ctrl-C ends it cleanly', { skip }, async t => {
  const demo = startDemo(t.testdir(), ['--no-pair']);
  const line = await demo.line(/^pair/);
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  t.notMatch(url, /token/);
  const { port } = new URL(url);
  const home = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
  t.equal(home.status, 303, 'the visitor is led to the pairing');
  demo.child.kill('SIGINT');
  t.same(await demo.ended, [0, null]);
  await t.rejects(fetch(`http://127.0.0.1:${port}/healthz`), 'the agent is gone too');
});

t.test('an agent that is killed is told of, with the likely reason', { skip }, async t => {
  const demo = startDemo(t.testdir(), []);
  await demo.line(/^playing/);
  const { pid } = demo.child;
  const [agent] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  sendSignal(Number(agent), 'SIGKILL');
  t.same(await demo.ended, [1, null]);
  t.match(
    demo.complaint(),
    /the agent was killed \(SIGKILL\), most likely because memory ran out.*\n→ see the agent’s log, /,
  );
});

t.test('a visitor may try everything, thumbs too', { skip }, async t => {
  const demo = startDemo(t.testdir(), []);
  await demo.line(/^playing/);
  const { port, hash } = new URL(/http:\S+/.exec(await demo.line(/^remote/))?.[0] ?? '');
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const liked = await callByHttp(`http://127.0.0.1:${port}`, token, 'feedback.set', { value: 'UP' });
  t.match(liked, { result: { revision: Number } });
  demo.child.kill('SIGINT');
  t.same(await demo.ended, [0, null]);
});
