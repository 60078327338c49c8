import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import t from 'tap';
import { asUser, whyUnreadable } from '../fakes/machine/powerless.js';
import { startLineProcess, storeProgram } from '../rigs/store/child.js';
import { storeIn, temporaryFolder } from '../rigs/store/records.js';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const skip = isRoot ? whyUnreadable(storeProgram, asUser(nobody)) : 'needs root';
const daemonUser = 1;
const position = { sourceId: 'ST:1', index: 1, trackToken: null, positionMs: 5 };

t.test(
  'the position is not written through a link, nor read through one, nor stopped by what lies there',
  async t => {
    const at = storeIn(t);
    const victim = join(at.folder, 'victim');
    const file = join(at.runtimeDir, 'position.json');
    writeFileSync(victim, JSON.stringify(position));
    mkdirSync(at.runtimeDir, { mode: 0o700 });
    symlinkSync(victim, file);
    symlinkSync(victim, `${file}.tmp`);
    const store = await at.open();
    t.equal(store.position.value, null, 'not read');
    store.position.write({ ...position, positionMs: 7 });
    t.same(JSON.parse(readFileSync(victim, 'utf8')), position, 'the victim is as it was');
    t.ok(lstatSync(file).isFile());
    t.match(JSON.parse(readFileSync(file, 'utf8')), { positionMs: 7 });
    t.equal(statSync(file).mode & 0o777, 0o600);
    mkdirSync(join(`${file}.tmp`, 'full'), { recursive: true });
    store.position.write({ ...position, positionMs: 8 });
    t.match(JSON.parse(readFileSync(file, 'utf8')), { positionMs: 8 }, 'a folder in its place goes');
    t.strictSame(at.logger.messages('warn'), []);
  },
);

t.test('directories that others may write to are closed to them', async t => {
  const at = storeIn(t);
  for (const [path, given, made] of [
    [at.stateDir, 0o777, 0o700],
    [at.runtimeDir, 0o775, 0o755],
  ] as const) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, given);
    const store = await at.open();
    t.equal(statSync(path).mode & 0o7777, made);
    await store.close();
  }
  t.match(
    at.logger.messages('info').join('\n'),
    /The state directory was accessible.*\n?.*The runtime directory was accessible/su,
  );
});

t.test('a directory that all share is refused, and left as it is', async t => {
  const shared = join(temporaryFolder(t), 'shared');
  mkdirSync(shared);
  writeFileSync(join(shared, 'of somebody'), '');
  chmodSync(shared, 0o1777);
  for (const [variable, folders] of [
    ['TONEARM_STATE_DIR', [shared, join(shared, 'run')]],
    ['TONEARM_RUNTIME_DIR', [join(shared, 'state'), shared]],
  ] as const) {
    const agent = startLineProcess(t, process.execPath, [storeProgram, ...folders]);
    const message = new RegExp(`shared with other users.*set ${variable} to .*${shared}/tonearm`, 'u');
    t.match(await agent.next(), { exitCode: 78, message });
  }
  t.equal(statSync(shared).mode & 0o7777, 0o1777);
});

t.test('The store refuses a foreign or writable folder and accepts root’s', { skip }, async t => {
  const startAsNobody = (...folders: readonly string[]) => {
    const { command, args } = asUser(nobody)(process.execPath, [storeProgram, ...folders]);
    return startLineProcess(t, command, args);
  };
  const top = temporaryFolder(t);
  chmodSync(top, 0o755);
  const make = (name: string, uid: number, mode: number) => {
    const path = join(top, name);
    mkdirSync(path);
    chmodSync(path, mode);
    chownSync(path, uid, nobody);
    return path;
  };
  const own = make('own', nobody, 0o700);
  const link = join(top, 'link');
  symlinkSync(own, link);
  const rows: readonly (readonly [path: string, outcome: object])[] = [
    [make('foreign', daemonUser, 0o777), { exitCode: 78, message: /belongs to another user.*chown/u }],
    [make('given', 0, 0o770), { exitCode: 78, message: /is writable for other users: run chmod go-w/u }],
    [make('closed', nobody, 0o750), { open: Number }],
    [link, { open: Number }],
  ];
  for (const [path, outcome] of rows) {
    const agent = startAsNobody(join(own, `state of ${path.length}`), path);
    t.match(await agent.next(), outcome, path);
    agent.child.kill('SIGKILL');
    await agent.ended;
  }
  chownSync(own, nobody, nobody);
  const foreignLink = join(top, 'foreign link');
  symlinkSync(own, foreignLink);
  const { status } = spawnSync('chown', ['-h', `${daemonUser}`, foreignLink]);
  t.equal(status, 0);
  const agent = startAsNobody(join(own, 's'), foreignLink);
  t.match(
    await agent.next(),
    { exitCode: 78, message: /belongs to another user/u },
    'a link of somebody else',
  );
});
