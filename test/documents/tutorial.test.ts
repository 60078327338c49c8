import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { outcomeOf } from '../rigs/cli/run.js';
import { blockOf, ROOT } from '../rigs/documents/pages.js';

const PAGE = 'docs/api-tutorial.md';
/** Another Python, first on the PATH, does not find Debian's packages. */
const DEBIANS = { PATH: '/usr/bin:/bin' };
const TOKEN = 'iM5Zf0pQ8w2Xr7Vb1Nc6Kd3Js9Lh4Tg5';

/** Each example saved as the page says, and run by the page's own line. */
async function study(t: Test, files: Readonly<Record<string, readonly [language: string, words: string]>>) {
  const rig = await createRig(t);
  const { agent, phone } = await rig.ready({ TONEARM_CONTROL_TOKEN: TOKEN });
  const folder = t.testdir();
  for (const [name, [language, words]] of Object.entries(files))
    writeFileSync(join(folder, name), blockOf(PAGE, language, words));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/tonearm'));
  const run = (line: string, endsAfterS = 60, more: Readonly<Record<string, string>> = {}) =>
    outcomeOf(
      spawn('timeout', ['--foreground', `${endsAfterS}`, 'bash', '-c', `exec ${blockOf(PAGE, 'sh', line)}`], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          SPEAKER: agent.url,
          SPEAKER_SOCKET: `${agent.url.replace('http', 'ws')}/control`,
          SPEAKER_SOCKET_FILE: join(rig.runtimeDir, 'control.sock'),
          TONEARM_CONTROL_TOKEN: TOKEN,
          ...more,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  return { run, phone };
}

t.test('the tutorial in JavaScript plays what it finds', { skip }, async t => {
  const { run, phone } = await study(t, { 'player.mjs': ['js', 'createControlClient'] });
  const { code, stdout, stderr } = await run('node player.mjs');
  t.equal(code, 0, stderr);
  t.match(stdout, /^stopped, volume 35$/m);
  t.match(stdout, /^\S+ {2}.*Lanterns/m);
  const title = phone.state.item?.title ?? '';
  t.match(stdout, `now playing: ${title}\n`);
  t.match(stdout, 'no seeking: notAllowed');
});

t.test('the tutorial in Python does the same, and is told of changes', { skip }, async t => {
  const { run, phone } = await study(t, {
    'player.py': ['python', 'urllib.request.urlopen'],
    'watch.py': ['python', 'AF_UNIX'],
  });
  const { code, stdout, stderr } = await run('python3 player.py');
  t.equal(code, 0, stderr);
  t.match(stdout, /^\S+ .*Lanterns/m);
  t.match(stdout, /^playing 20$/m);
  await follows(t, { run, phone }, 'python3 watch.py', [20, 22]);
});

t.test('the tutorial’s WebSocket in Python proves its token, and is told of changes', { skip }, async t => {
  const { run, phone } = await study(t, { 'follow.py': ['python', 'create_connection'] });
  await follows(t, { run, phone }, 'python3 follow.py', [35, 21]);
  const wrong = await run('python3 follow.py', 60, {
    ...DEBIANS,
    TONEARM_CONTROL_TOKEN: 'another-token-of-nobody',
  });
  t.match(wrong, { code: 1, stderr: 'unauthorized\n' }, 'a wrong token is told');
});

/** Runs a program that goes on until it is ended, and is to print the first volume and a later one. */
async function follows(
  t: Test,
  { run, phone }: Awaited<ReturnType<typeof study>>,
  line: string,
  [first, later]: readonly [number, number],
): Promise<void> {
  // Long enough for Python to start on a busy machine: it must be there before the change.
  const watching = run(line, 10, DEBIANS);
  const change = setTimeout(() => void phone.call('player.setVolume', { volume: later }), 6_000);
  const watched = await watching;
  clearTimeout(change);
  t.equal(watched.code, 124, `it goes on until it is ended: ${watched.stderr}`);
  t.match(watched.stdout, `volume ${first}\n`);
  t.match(watched.stdout, `volume ${later}\n`);
}
