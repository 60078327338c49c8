import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, connect as connectTls } from 'node:tls';
import t, { type Test } from 'tap';
import { listen } from '../rigs/cli/listen.js';
import { startTestbed, TESTBED_TOKEN, whyNoPlayer } from '../rigs/cli/testbed.js';
import { NODE_WORDS, PROGRAM } from '../rigs/program.js';
import { OTHER_CERTIFICATE, OTHER_KEY } from '../rigs/control/tls.js';

const skip = whyNoPlayer();
/** What went wrong, then what to do; no more. */
const TWO_LINES = /^tonearm: .+\n(?:→|usage:) .+\n$/;

/** Somebody in between who has no certificate but his own. */
async function startBetween(t: Test, port: number): Promise<number> {
  const server = createTlsServer({ cert: OTHER_CERTIFICATE, key: OTHER_KEY }, near => {
    const far = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    for (const side of [near, far]) side.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  return listen(t, server);
}

t.test('Each obstacle on the way to a speaker has its own two lines', { skip }, async t => {
  const testbed = await startTestbed(t);
  await testbed.pair();
  const { port } = new URL(testbed.url);
  const serve = (status: number) =>
    listen(
      t,
      createHttpServer((_, response) => response.writeHead(status).end('a page')),
    );
  const other = await serve(200);
  // As a speaker does that is called by a name it does not know.
  const misdirected = await serve(421);
  const between = await startBetween(t, Number(port));
  const rows: readonly (readonly [url: string, what: RegExp])[] = [
    ['http://127.0.0.1:1', /: nothing listens at 127\.0\.0\.1:1\n→ start the speaker/],
    ['http://nowhere.invalid', /: the host name nowhere\.invalid cannot be resolved\n→ /],
    [`https://127.0.0.1:${other}`, /: \S+ does not use TLS\n→ .*http:/],
    [`http://127.0.0.1:${other}`, /: what listens at \S+ is not a Tonearm speaker\n→ /],
    [`http://127.0.0.1:${misdirected}`, /: the speaker does not accept the host name .*\n→ .*IP address/],
    [
      `https://127.0.0.1:${between}`,
      /^tonearm: unauthorized: .* this token\n→ the certificate .* in the middle; /,
    ],
    [`https://127.0.0.1:${port}`, /Kitchen/],
  ];
  const env = { HOME: t.testdir(), TONEARM_CONTROL_TOKEN: TESTBED_TOKEN };
  for (const [url, what] of rows) {
    const { code, stdout, stderr } = await testbed.run(['ctl', 'status', '--url', url], env);
    t.match(stderr + stdout, what, url);
    if (code !== 0) t.match(stderr, TWO_LINES, url);
  }
  t.match(await testbed.run(['ctl', 'play', '--json']), {
    code: 1,
    stderr: /^tonearm: noSource: .*\n→ .*collection/,
  });
  for (const words of [
    ['ctl', 'plya'],
    ['help', 'ctl', 'plya'],
    ['ctl', 'plya', '--help'],
  ])
    t.match(await testbed.run(words), { code: 64, stderr: /"plya"; did you mean play\?\n/ }, words.join(' '));
  for (const words of [['ctl', 'seek'], ['ctl', 'plya'], ['ctl'], ['plya'], ['sandbox', '--port', 'x']])
    t.match(await testbed.run(words), { code: 64, stdout: '', stderr: TWO_LINES }, words.join(' '));
});

t.test('a refusal says what to do, whatever was refused', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full' });
  await testbed.pair();
  await testbed.run(['ctl', 'play', 'kitchen', 'disco']);
  const rows: readonly (readonly [command: string, code: number, stderr: RegExp])[] = [
    ['collection --sort added_time --order asc', 1, /^tonearm: serviceError: .*\n→ try without --order\n$/],
    ['collection --sort NO_SUCH', 1, /^tonearm: serviceError: .*\n→ try without --sort\n$/],
    ['collection --types ZZ', 1, /^tonearm: serviceError: .*\n→ try without --types\n$/],
    ['collection --types artist', 1, /\n→ .*tonearm ctl search WORDS/],
    ['seek -15', 1, /^tonearm: notAllowed: .*\n→ .*next item/],
    ['alarm snooze', 1, /^tonearm: notAllowed: No alarm is ringing\.\n→ .*tonearm ctl alarm/],
    ['say-code', 1, /^tonearm: notAllowed: .*: pause it first\.\n→ .*tonearm ctl status/],
    ['phones remove Nobody', 1, /"Nobody".*\n→ .*tonearm ctl phones/],
    ['status --url http://[', 64, /--url must be an address\n→ .*http:\/\/kitchen\.local:8710\//],
    ['status --url ftp://kitchen.local', 64, /\n→ .*http:\/\/kitchen\.local:8710\//],
    ['search qqqqq', 1, /"qqqqq"\n→ /],
    [`call player.setVolume {"volume":200}`, 64, /\n→ .*tonearm ctl call rpc\.discover/],
  ];
  for (const [command, code, stderr] of rows) {
    const ended = await testbed.run(['ctl', ...command.split(' ')]);
    t.match(ended, { code, stdout: '', stderr }, command);
    t.match(ended.stderr, TWO_LINES, command);
  }
});

t.test('an unpaired speaker says where it is paired', { skip }, async t => {
  const testbed = await startTestbed(t);
  const { port } = new URL(testbed.url);
  const todo = new RegExp(`open http://\\S+:${port}/ in a browser and sign in, or run "sudo tonearm pair"`);
  const refused = await testbed.run(['ctl', 'play']);
  t.match(refused, { code: 1, stderr: TWO_LINES });
  t.match(refused.stderr, /^tonearm: notPaired: /);
  t.match(refused.stderr, todo);
  t.match((await testbed.run(['ctl', 'status'])).stdout, todo);
  const notPaired = /^The speaker is not paired\. /m;
  const ofOwner = (await testbed.run(['invite'])).stdout;
  t.match(ofOwner, notPaired);
  t.match(ofOwner, /enter this one/);
  const ofGuest = (await testbed.run(['invite', '--guest'])).stdout;
  t.match(ofGuest, notPaired);
  t.match(ofGuest, /sudo tonearm pair/);
  t.notMatch(ofGuest, /owner/, 'it is no code of an owner');
  const away = { HOME: t.testdir(), TONEARM_CONTROL_TOKEN: TESTBED_TOKEN };
  t.match((await testbed.run(['ctl', 'play', '--url', testbed.url], away)).stderr, todo, 'from elsewhere');
});

t.test(
  '--device names the second speaker of a machine by its unit, its name or its id',
  { skip },
  async t => {
    const testbed = await startTestbed(t);
    const { HOME: folder = '' } = testbed.environment;
    const second = {
      ...testbed.environment,
      TONEARM_DEVICE_NAME: 'Bad',
      TONEARM_STATE_DIR: join(folder, 'state@bath'),
      TONEARM_RUNTIME_DIR: join(folder, 'run@bath'),
    };
    const agent = spawn(process.execPath, [...NODE_WORDS, PROGRAM, 'run'], {
      env: second,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(agent, 'exit');
    t.teardown(async () => {
      agent.kill('SIGTERM');
      await ended;
    });
    for await (const chunk of agent.stdout) if (String(chunk).includes('Tonearm is ready.')) break;
    agent.stdout.resume();
    const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
    // Asked first for its name, in words that nobody here knows.
    mkdirSync(join(folder, 'run@attic'), { mode: 0o700 });
    const hello = {
      protocol: { min: 98, max: 99 },
      deviceUuid: 'd9',
      name: 'Attic',
      version: '9',
      auth: 'none',
    };
    const greeting = {
      jsonrpc: '2.0',
      method: 'server.hello',
      params: { ...hello, pairing: 'paired', nowMs: 0 },
    };
    const newer = createServer(socket => socket.write(`${JSON.stringify(greeting)}\n`));
    newer.listen(join(folder, 'run@attic', 'control.sock'));
    t.teardown(() => void newer.close());
    t.match(await ctl('volume', '11', '--device', 'bath'), { code: 0 }, 'its unit');
    t.match(await ctl('status', '--device', 'BAD'), { code: 0, stdout: /^speaker +Bad\n[^]*volume +11$/m });
    t.match(await ctl('status'), { code: 0, stdout: /^speaker +Kitchen\n[^]*volume +35$/m });
    t.match(await ctl('status', '--device', 'kitchen'), { code: 0, stdout: /^speaker +Kitchen/ });
    const { deviceUuid } = JSON.parse((await ctl('info', '--device', 'bath', '--json')).stdout) as {
      deviceUuid: string;
    };
    t.match(await ctl('status', '--device', deviceUuid), { code: 0, stdout: /^speaker +Bad/ });
    agent.kill('SIGTERM');
    await ended;
    const gone = await ctl('status', '--device', 'bath');
    t.match(gone, { code: 1, stderr: /run@bath\/control\.sock: .* is not running\n→ / });
  },
);
