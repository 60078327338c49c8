import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { whyUnreadable, withoutPowers } from '../fakes/machine/powerless.js';
import { startLineProcess, storeProgram } from '../rigs/store/child.js';
import { storeIn, temporaryFolder } from '../rigs/store/records.js';

const isRoot = process.getuid?.() === 0;
const noMount = whyNoNamespace(['mount']);
const nobody = 65_534;
const unreadable = isRoot ? whyUnreadable(storeProgram) : 'needs root';

t.test('one agent a directory: the second is told the pid of the first', async t => {
  const at = storeIn(t);
  const first = startLineProcess(t, process.execPath, [storeProgram, at.stateDir, at.runtimeDir]);
  t.match(await first.next(), { open: first.child.pid });
  await t.rejects(at.open(), {
    exitCode: 1,
    message: new RegExp(`in use .*pid ${first.child.pid ?? 0}:`, 'u'),
  });
  first.child.kill('SIGKILL');
  await first.ended;
  const own = await at.open();
  t.ok(own, 'a killed agent leaves no lock behind');
  const second = startLineProcess(t, process.execPath, [storeProgram, at.stateDir, at.runtimeDir]);
  t.match(await second.next(), { exitCode: 1, message: new RegExp(`pid ${process.pid}:`, 'u') });
  t.match(await second.ended, { code: 1 });
  await own.close();
  const third = startLineProcess(t, process.execPath, [storeProgram, at.stateDir, at.runtimeDir]);
  t.match(await third.next(), { open: third.child.pid });
  t.match(await third.finish(), { code: 0 });
});

t.test('One of many simultaneous agents holds the directory', async t => {
  const at = storeIn(t);
  const agents = Array.from({ length: 4 }, () =>
    startLineProcess(t, process.execPath, [storeProgram, at.stateDir, at.runtimeDir]),
  );
  const answers = await Promise.all(agents.map(agent => agent.next()));
  t.equal(answers.filter(answer => 'open' in answer).length, 1);
  t.equal(answers.filter(answer => answer['exitCode'] === 1).length, 3);
});

t.test('killed in the middle of writing: every file is whole', async t => {
  const at = storeIn(t);
  for (let round = 0; round < 3; round += 1) {
    const agent = startLineProcess(t, process.execPath, [storeProgram, at.stateDir, at.runtimeDir]);
    await agent.next();
    agent.send('storm');
    await agent.next();
    agent.child.kill('SIGKILL');
    await agent.ended;
    const store = await at.open();
    t.ok((store.session.value?.positionMs ?? 0) >= 20);
    t.ok((store.position.value?.positionMs ?? 0) >= 20);
    await store.close();
  }
  t.same(readdirSync(at.stateDir).sort(), ['lock', 'session.json'], 'no leftovers, nothing set aside');
});

t.test('a directory of somebody else is named, with the remedy', { skip: unreadable }, async t => {
  const folder = temporaryFolder(t);
  const stateDir = join(folder, 'state');
  mkdirSync(stateDir, { mode: 0o700 });
  chownSync(stateDir, nobody, nobody);
  const { command, args } = withoutPowers(process.execPath, [storeProgram, stateDir, folder]);
  const agent = startLineProcess(t, command, args);
  t.match(await agent.next(), {
    exitCode: 1,
    message: /state cannot be read and written \(EACCES\).*chown/u,
  });
  chownSync(stateDir, 0, 0);
  const second = startLineProcess(t, command, args);
  t.match(await second.next(), { open: second.child.pid });
});

t.test('full disk, read-only disk: told, survived, made good', { skip: noMount }, async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  const agent = startLineProcess(t, 'unshare', [
    '--mount',
    'sh',
    '-c',
    'mount -t tmpfs -o size=64k none "$1" && exec "$2" "$3" "$1" "$4"',
    'sh',
    at.stateDir,
    process.execPath,
    storeProgram,
    at.runtimeDir,
  ]);
  await agent.next();
  t.same(await agent.ask('credentials first'), { outcome: 'durable', writable: true });
  await agent.ask(`shell head -c 200000 /dev/zero > ${at.stateDir}/filler`);
  t.same(await agent.ask('credentials second'), { outcome: 'ENOSPC', writable: false });
  t.match(await agent.ask(`shell grep -q first ${at.stateDir}/credentials.json`), { status: 0 });
  t.match(await agent.ask(`shell test ! -e ${at.stateDir}/credentials.json.tmp`), { status: 0 });
  await agent.ask(`shell rm ${at.stateDir}/filler`);
  t.same(await agent.ask('credentials second'), { outcome: 'durable', writable: true });
  t.match(await agent.finish(), { code: 0 });
});

t.test('a state directory on a read-only disk: the agent starts', { skip: noMount }, async t => {
  const at = storeIn(t);
  const store = await at.open();
  await store.device.write({ deviceUuid: 'kept' });
  await store.close();
  const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$2" "$3" "$1" "$4"';
  const args = [
    '--mount',
    'sh',
    '-c',
    script,
    'sh',
    at.stateDir,
    process.execPath,
    storeProgram,
    at.runtimeDir,
  ];
  const agent = startLineProcess(t, 'unshare', args);
  t.match(await agent.next(), { open: agent.child.pid });
  t.same(await agent.ask('credentials x'), { outcome: 'EROFS', writable: false });
  t.same(await agent.ask('position 5'), { warnings: 0 });
  const second = startLineProcess(t, 'unshare', args);
  t.match(await second.next(), { exitCode: 1 }, 'still one agent a directory');
  t.match(await agent.finish(), { code: 0 });
  t.match(readFileSync(at.file('device.json'), 'utf8'), 'kept');
});
