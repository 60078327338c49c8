import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { discover } from '../rigs/control/rpc.js';
import { createShortFolder } from '../rigs/agent/fault-row.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FIXED = 'a-fixed-token-of-the-owner';

t.test('a client that OpenRPC’s generator makes compiles, and controls a real agent', { skip }, async t => {
  const folder = createShortFolder(t);
  const rig = await createRig(t);
  const agent = await rig.start({ TONEARM_CONTROL_TOKEN: FIXED });
  const run = (command: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
    t.equal(status, 0, `${command}: ${stdout}${stderr}`);
    return stdout;
  };
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'openrpc.json'), JSON.stringify(await discover(agent.url, FIXED)));
  // The page's own lines, but for the ways to fetch the document and the generator.
  const page = readFileSync(join(ROOT, 'docs/control-api.md'), 'utf8');
  const [, generate = ''] = /^npx @open-rpc\/generator@[\d.]+ (.*)$/m.exec(page) ?? [];
  const [, mend = ''] = /^(sed (?:.*\\\n)*.*)$/m.exec(page) ?? [];
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  run('sh', '-c', `node_modules/.bin/open-rpc-generator ${generate}`);
  const made = () => readFileSync(join(folder, 'client/typescript/src/index.ts'), 'utf8');
  t.match(made(), /^ {2}public session\.open:/m, 'bare, as the page says');
  run('sh', '-c', mend);
  t.match(made(), /^ {2}public "session\.open": SessionOpen/m);
  for (const name of ['State', 'Item', 'LibraryPage', 'AdmittedClient', 'SpeakerInfo']) {
    t.match(made(), new RegExp(`^export interface ${name} \\{`, 'm'), `${name} goes by its name`);
  }
  const use = `${example}
export async function more(speaker: Tonearm): Promise<void> {
  const { state } = await speaker['state.get']();
  const volume: number = state.volume + (await speaker['player.setVolume'](20)).revision;
  // @ts-expect-error -- words, not a number, are searched for
  await speaker['library.search'](volume);
  await speaker['library.search']('low water', 20);
}
const [host = '', port = '', token = ''] = process.argv.slice(2);
nameOf(host, Number(port), token).then(
  name => process.stdout.write(name),
  error => {
    throw new Error(JSON.stringify(error));
  },
);
`;
  writeFileSync(join(folder, 'use.ts'), use);
  const flags = [
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  run('node_modules/.bin/tsc', ...flags, '--outDir', 'built', 'use.ts');
  t.equal(run(process.execPath, 'built/use.js', '127.0.0.1', String(agent.port), FIXED), 'Küche & Bad');
});
