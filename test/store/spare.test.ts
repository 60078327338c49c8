import { mkdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { startLineProcess, storeProgram } from '../rigs/store/child.js';
import { credentials, storeIn } from '../rigs/store/records.js';

const BYTES = 65_536;
const skip = whyNoNamespace(['mount']);
const FILL = 'head -c 400000 /dev/zero >';

/** A store on a small disk of its own. `before`: done there before the store is opened. */
async function openOnSmallDisk(t: Test, before = 'true') {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  const script = `mount -t tmpfs -o size=256k,mode=700 none "$1" && (cd "$1" && ${before}); exec "$2" "$3" "$1" "$4"`;
  const words = ['--mount', 'sh', '-c', script, 'sh', at.stateDir, process.execPath, storeProgram];
  const agent = startLineProcess(t, 'unshare', [...words, at.runtimeDir]);
  t.match(await agent.next(), { open: Number });
  const shell = async (command: string) =>
    (await agent.ask(`shell cd ${at.stateDir} && ${command}`))['status'] === 0;
  return { agent, shell, isThere: () => shell(`test "$(stat -c '%s %a' spare)" = '${BYTES} 600'`) };
}

t.test('space is kept: allocated, for the owner alone, made once', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const made = statSync(at.file('spare'));
  t.match([made.size, made.mode & 0o777], [BYTES, 0o600]);
  t.ok(made.blocks * 512 >= BYTES, 'no hole');
  await store.credentials.write(credentials);
  await store.close();
  await at.open();
  t.equal(statSync(at.file('spare')).ino, made.ino);
});

t.test('half a file, a link, an open file: made anew, and nothing else is touched', async t => {
  const rubbish: Readonly<Record<string, (path: string) => void>> = {
    half: path => writeFileSync(path, 'x'.repeat(1_000), { mode: 0o600 }),
    link: path => symlinkSync('other', path),
    open: path => writeFileSync(path, 'x'.repeat(BYTES), { mode: 0o644 }),
  };
  for (const [name, make] of Object.entries(rubbish)) {
    const at = storeIn(t);
    mkdirSync(at.stateDir, { mode: 0o700 });
    writeFileSync(at.file('other'), 'y'.repeat(BYTES), { mode: 0o600 });
    make(at.file('spare'));
    await at.open();
    const { size, mode } = statSync(at.file('spare'));
    t.match([size, mode & 0o777], [BYTES, 0o600], name);
    t.throws(() => readlinkSync(at.file('spare')), { code: 'EINVAL' });
    t.equal(readFileSync(at.file('other'), 'utf8'), 'y'.repeat(BYTES));
  }
});

t.test('a folder in its place stays, and costs nothing else', async t => {
  const at = storeIn(t);
  mkdirSync(join(at.stateDir, 'spare', 'mine'), { recursive: true });
  const store = await at.open();
  await store.credentials.write(credentials, { urgent: true });
  t.ok(statSync(at.file('spare/mine')).isDirectory());
  t.same(at.logger.messages('error'), []);
  rmSync(at.file('spare'), { recursive: true });
  await store.credentials.write({ ...credentials, accessToken: 'next' });
  await store.close();
  t.equal(statSync(at.file('spare')).size, BYTES, 'made by the next write');
});

t.test('a full disk takes what is urgent, again and again, and nothing else', { skip }, async t => {
  const { agent, shell, isThere } = await openOnSmallDisk(t);
  t.ok(await isThere());
  t.same(await agent.ask('credentials first'), { outcome: 'durable', writable: true });
  await shell(`${FILL} filler`);
  t.same(await agent.ask('credentials ordinary'), { outcome: 'ENOSPC', writable: false });
  t.ok(await isThere(), 'not used for that');
  for (const token of ['second', 'third', 'fourth']) {
    t.same(
      await agent.ask(`urgent ${token}`),
      { outcome: 'durable', writable: false },
      'the disk is full still',
    );
    t.ok(await shell(`grep -q ${token} credentials.json`));
    t.ok(await isThere(), 'what it took was given back');
  }
  t.same(await agent.ask('credentials ordinary'), { outcome: 'ENOSPC', writable: false });
  await shell('rm filler');
  t.same(await agent.ask('credentials ordinary'), { outcome: 'durable', writable: true });
  t.match(await agent.finish(), { code: 0 });
});

t.test('another program that takes all that becomes free does not get it', { skip }, async t => {
  for (let round = 0; round < 8; round += 1) {
    const { agent, shell } = await openOnSmallDisk(t);
    t.same(await agent.ask('credentials first'), { outcome: 'durable', writable: true });
    // It ends by itself, too.
    const greedy = 'touch go; for n in $(seq 3000); do test -e go || break; cat /dev/zero >> filler; done';
    await shell(`{ ${greedy}; } > /dev/null 2>&1 < /dev/null &`);
    const isFull = () => shell('test $(stat -f -c %f .) = 0');
    while (!(await isFull())) await new Promise(resolve => setTimeout(resolve, 10));
    t.same(await agent.ask('urgent second'), { outcome: 'durable', writable: true });
    t.ok(await shell('grep -q second credentials.json'));
    await shell('rm go');
    t.match(await agent.finish(), { code: 0 });
  }
});

t.test('no room at the start: none is made until there is, and none of it is left', { skip }, async t => {
  const { agent, shell, isThere } = await openOnSmallDisk(t, 'head -c 160000 /dev/zero > filler');
  t.ok(await shell('test ! -e spare'), 'the little that is left is for the state');
  t.same(await agent.ask('urgent first'), { outcome: 'durable', writable: true });
  await shell(`${FILL} more`);
  t.same(await agent.ask('urgent second'), { outcome: 'ENOSPC', writable: false });
  t.ok(await shell('test ! -e spare && test ! -e credentials.json.tmp && grep -q first credentials.json'));
  await shell('rm filler more');
  t.same(await agent.ask('credentials third'), { outcome: 'durable', writable: true });
  let tries = 0;
  while (!(await isThere()) && tries < 100) tries += 1;
  t.ok(tries < 100, 'made by the next write');
  t.match(await agent.finish(), { code: 0 });
});
