import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import t, { type Test } from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { outcomeOf } from '../rigs/cli/run.js';
import { blocksOf, PAGES, readPage } from '../rigs/documents/pages.js';
import { NODE_WORDS, PROGRAM } from '../rigs/program.js';

const TOKEN = 'iM5Zf0pQ8w2Xr7Vb1Nc6Kd3Js9Lh4Tg5';
const PATH = process.env['PATH'] ?? '';
const missing = ['bash', 'curl', 'jq', 'openssl', 'mpc'].find(
  program => !PATH.split(delimiter).some(folder => existsSync(join(folder, program))),
);
const skip = noPlayer || (missing !== undefined && `${missing} is missing`);

/** Blocks that say nothing of their own place: scripts, and what another test runs. */
const RUN_ELSEWHERE: readonly (readonly [page: string, pattern: RegExp, test: string])[] = [
  ['docs/control-api.md', /open-rpc/, 'agent/generated-client'],
  ['docs/diagnosis.md', /^#!\/bin\/sh/, 'documents/event-command'],
  ['docs/home-assistant.md', /^#!\/bin\/sh/, 'documents/home-assistant'],
  ['docs/api-tutorial.md', /^(node|python3) /m, 'documents/tutorial'],
];

/** The household of the pages: a speaker called kitchen.local at port 8710, which a listener has paired. */
async function furnish(t: Test) {
  const rig = await createRig(t);
  const { agent, phone } = await rig.ready({
    TONEARM_CONTROL_TOKEN: TOKEN,
    TONEARM_REDIRECT_URI: 'http://kitchen.local:8710/pair/callback',
    TONEARM_MPD_HOST: '127.0.0.1',
    TONEARM_MPD_PORT: '0',
  });
  const { port } = await agent.line(/^MPD’s protocol is served/);
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.until('sounding', isSounding);
  const home = t.testdir();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const program = (name: string, line: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('tonearm', `exec "${process.execPath}" ${NODE_WORDS.join(' ')} "${PROGRAM}" "$@"`);
  program('sudo', 'exec env "$@"');
  for (const name of ['kitchen.local', 'speaker.local', 'localhost'])
    writeFileSync(join(home, '.curlrc'), `connect-to = "${name}:8710:127.0.0.1:${agent.port}"\n`, {
      flag: 'a',
    });
  const environment = {
    ...rig.environment,
    HOME: home,
    PATH: `${bin}:${PATH}`,
    TONEARM_CONTROL_TOKEN: TOKEN,
    MPD_HOST: '127.0.0.1',
    MPD_PORT: String(port),
  };
  return { home, environment };
}

t.test('the commands of the pages do what the pages say', { skip }, async t => {
  const { home, environment } = await furnish(t);
  let count = 0;
  for (const page of PAGES)
    for (const { language, mark, text } of blocksOf(readPage(page))) {
      if (language !== 'sh' || mark !== '') continue;
      if (RUN_ELSEWHERE.some(([path, pattern]) => path === page && pattern.test(text))) continue;
      const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', text], {
        cwd: home,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
      });
      const { code, stdout, stderr } = await outcomeOf(child);
      // The doctor finds this household's own oddities; 1 says so.
      const isGood = code === 0 || (code === 1 && text === 'sudo tonearm doctor\n');
      t.ok(isGood, `${page}: ${text}${String(code)} ${stdout}${stderr}`);
      t.notMatch(stdout, /"error"/, `${page}: ${text}`);
      count += 1;
    }
  t.ok(count > 10, `${count} blocks`);
});

t.test('each exception is of a block that is there', async t => {
  for (const [page, pattern] of RUN_ELSEWHERE)
    t.ok(
      blocksOf(readPage(page)).some(
        ({ language, mark, text }) => language === 'sh' && mark === '' && pattern.test(text),
      ),
      `${page} ${String(pattern)}`,
    );
});
