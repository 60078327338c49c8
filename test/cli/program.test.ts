import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { makeHome } from '../rigs/cli/home.js';
import { PROGRAM } from '../rigs/program.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const HOME = makeHome(t);

interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(words: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  // No PATH and no settings but the given ones: what this machine has must not matter.
  return spawn(process.execPath, [PROGRAM, ...words], {
    env: { HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('not piped');
  const [out, err, [code, signal]] = await Promise.all([
    text(stdout),
    text(stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  return { code, signal, stdout: out, stderr: err };
}

const run = (words: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Outcome> =>
  outcomeOf(start(words, environment));

t.test('--version and --help', async t => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  t.match(await run(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  const help = await run(['--help']);
  t.match(help, { code: 0, stderr: '' });
  const settings = /^(\/.*\.example) describes them all\.$/m.exec(help.stdout)?.[1] ?? '';
  t.match(help.stdout, /^Settings are .* The package keeps them in \/etc\/tonearm\/tonearm\.env;$/m);
  for (const name of ['doctor', 'unpair'])
    t.match((await run([name, '--help'])).stdout.replaceAll(/\s+/g, ' '), /member of its group/, name);
  t.match(readFileSync(settings, 'utf8'), /^TONEARM_AUTH_URL=$/m, 'where the settings are explained');
  for (const name of [
    'run',
    'ctl',
    'invite',
    'unpair',
    'snapcast',
    'replay',
    'demo',
    'sandbox',
    'completion',
  ]) {
    t.match(help.stdout, new RegExp(`^  ${name} +\\w`, 'm'));
    t.match(await run([name, '--help']), {
      code: 0,
      stdout: new RegExp(`^usage: tonearm ${name}`),
      stderr: '',
    });
  }
});

t.test('wrong usage ends with 64, on standard error alone', async t => {
  const bad: readonly (readonly [string[], RegExp])[] = [
    [[], /no command given/],
    [['rnu'], /unknown command "rnu"; did you mean run\?/],
    [['--verison'], /unknown option "--verison"; did you mean --version\?/],
    [['run', 'now'], /does not take "now"/],
    [['run', '--port', '1'], /no option --port/],
    [['sandbox', '--port', '70000'], /whole number from 0 to 65535/],
    [['sandbox', '--profile', 'all'], /core or full/],
    [['sandbox', '--host', 'http://x/'], /--host must be a name or an IPv4 address/],
    [['replay'], /name one file/],
    [['replay', 'one', 'another'], /name one file/],
  ];
  for (const [words, stderr] of bad) {
    const outcome = await run(words);
    t.match(outcome, { code: 64, stdout: '', stderr }, words.join(' '));
    t.notMatch(outcome.stderr, /\bat .*:\d+:\d+/, 'no stack trace');
  }
});

t.test('bad configuration ends with 78 and names every problem, without a stack trace', async t => {
  const outcome = await run(['run'], { TONEARM_HTTP_PORT: 'x', TONEARM_CLIENT_ID: 'id:s3cret' });
  t.match(outcome, { code: 78, stdout: '' });
  for (const name of ['AUTH_URL', 'BASE_URL', 'CLIENT_ID', 'HTTP_PORT']) {
    t.match(outcome.stderr, new RegExp(`^  TONEARM_${name} .*Example: TONEARM_${name}=`, 'm'));
  }
  t.notMatch(outcome.stderr, /s3cret|\bat .*:\d+:\d+/);
});

t.test('the sandbox serves until it is told to stop; a reader that goes away stops it too', async t => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const child = start(['sandbox', '--port', '0']);
    const ended = outcomeOf(child);
    if (child.stdout) await once(child.stdout, 'data');
    child.kill(signal);
    t.match(await ended, { code: 0, signal: null, stderr: '' }, signal);
  }
});

t.test('the sandbox prints the settings for an agent, with the address that phones reach', async t => {
  for (const [words, name] of [
    [[], '127.0.0.1'],
    [['--host', '192.0.2.7'], '192.0.2.7'],
  ] as const) {
    const child = start(['sandbox', '--port', '0', ...words]);
    const ended = outcomeOf(child);
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const { stdout } = await ended;
    const [, url = ''] = /^TONEARM_AUTH_URL=(.*)$/m.exec(stdout) ?? [];
    t.match(url, new RegExp(`^http://${name}:\\d+$`));
    t.match(
      stdout,
      `TONEARM_BASE_URL=${url}\nTONEARM_CLIENT_ID=tonearm-sandbox\nTONEARM_CLIENT_SECRET=sandbox-secret\n`,
    );
  }
});

t.test('a reader that goes away is no fault; a full disk is said', async t => {
  const shell = async (script: string): Promise<Outcome> => {
    const words = ['-c', script, 'bash', process.execPath, PROGRAM];
    return outcomeOf(spawn('bash', words, { env: { HOME }, stdio: ['ignore', 'pipe', 'pipe'] }));
  };
  const left = await shell('set -o pipefail; "$1" "$2" ctl --help | { read -r line; echo "$line"; }');
  t.match(left, { code: 0, stdout: 'usage: tonearm ctl VERB … [options]\n', stderr: '' });
  t.match(await shell('"$1" "$2" nothing 2>&1 | true; exit "${PIPESTATUS[0]}"'), {
    code: 64,
    stdout: '',
  });
  t.match(await shell('"$1" "$2" --help > /dev/full'), {
    code: 1,
    stderr: /cannot write to standard output \(ENOSPC\)/,
  });
});

t.test('Ctrl-C is heard once, whoever is waited for', async t => {
  // Takes connections and says nothing.
  const silent = createServer(socket => socket.on('error', () => undefined));
  // The address of a socket holds 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-silent-'));
  t.teardown(() => removeFolder(folder));
  silent.listen(join(folder, 'control.sock'));
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  for (const words of [
    ['ctl', 'pause'],
    ['ctl', 'watch'],
    ['ctl', 'claim', '123456'],
    ['invite'],
    ['unpair', '--yes'],
    ['doctor'],
  ]) {
    const connected = once(silent, 'connection');
    const child = start(words, { TONEARM_RUNTIME_DIR: folder });
    const ended = outcomeOf(child);
    await connected;
    child.kill('SIGINT');
    t.match(
      await ended,
      { code: 1, signal: null, stdout: '', stderr: 'tonearm: stopped before it finished\n' },
      words.join(' '),
    );
  }
});
