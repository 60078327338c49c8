import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { sessionFormat } from '../../src/store/formats.js';
import { toPersisted } from '../../src/store/persisted.js';
import { credentials, day, session, storeIn } from '../rigs/store/records.js';

const modeOf = (path: string) => statSync(path).mode & 0o7777;
const quarantined = (folder: string) => readdirSync(folder).filter(name => name.includes('.corrupt-'));

t.test('The store returns its values from files for the owner alone', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir, { mode: 0o755 });
  const umask = process.umask(0);
  t.teardown(() => process.umask(umask));
  const store = await at.open();
  t.equal(store.device.value, null);
  t.equal(store.position.value, null);
  const client = {
    id: 'c1',
    name: 'Phone',
    role: 'owner',
    verifier: { tokenHash: 'a'.repeat(64) },
    createdMs: 1,
  } as const;
  const clients = { clients: [client, { ...client, id: 'c2', lastSeenMs: 5 }] };
  await Promise.all([
    store.device.write({ deviceUuid: 'd-1' }),
    store.credentials.write(credentials),
    store.session.write(session),
    store.clients.write(clients),
    store.day.write(day),
  ]);
  store.position.write({ sourceId: 'ST:1', index: 3, trackToken: 'x', positionMs: 77 });
  await store.close();
  await store.close();
  t.equal(modeOf(at.stateDir), 0o700, 'tightened');
  const names = ['clients.json', 'credentials.json', 'day.json', 'device.json', 'session.json'];
  t.same(readdirSync(at.stateDir).sort(), [...names, 'lock'].sort());
  for (const name of names) {
    t.equal(modeOf(at.file(name)), 0o600, name);
    const schema = { 'session.json': 4, 'clients.json': 3 }[name] ?? 1;
    t.match(JSON.parse(readFileSync(at.file(name), 'utf8')), { schema }, name);
  }
  const again = await at.open();
  t.same(again.device.value, { deviceUuid: 'd-1' });
  t.same(again.credentials.value, credentials);
  t.same(again.session.value, session);
  t.same(again.clients.value, clients);
  t.same(again.day.value, day);
  t.same(again.position.value, { sourceId: 'ST:1', index: 3, trackToken: 'x', positionMs: 77 });
  t.same([at.logger.messages('warn'), at.logger.messages('error')], [[], []]);
});

t.test('an audio address never reaches the disk', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const item = session.item && { ...session.item, audioUrl: 'http://audio/secret' };
  await store.session.write({ ...session, item });
  t.notMatch(readFileSync(at.file('session.json'), 'utf8'), 'secret');
});

t.test('a removed file is gone, with what was set aside of it', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  writeFileSync(at.file('credentials.json'), '{"schema":1,"refreshToken":"old-secret"}');
  const store = await at.open();
  t.equal(quarantined(at.stateDir).length, 1);
  await store.credentials.write(credentials);
  await store.credentials.remove();
  t.equal(store.credentials.value, null);
  t.same(readdirSync(at.stateDir).sort(), ['lock']);
  await store.credentials.remove();
});

const rubbish: Record<string, (path: string) => void> = {
  'an empty file': path => writeFileSync(path, ''),
  'binary rubbish': path => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 1, 2])),
  'a member of the wrong type': path =>
    writeFileSync(path, JSON.stringify({ schema: 4, ...session, positionMs: '1' })),
  'a directory': path => mkdirSync(join(path, 'inside'), { recursive: true }),
  'a symbolic link': path => symlinkSync('/etc/hostname', path),
  'a dangling link': path => symlinkSync('/nowhere/at/all', path),
  'a huge file': path => {
    writeFileSync(path, '');
    truncateSync(path, 2 ** 33);
  },
};

for (const [name, make] of Object.entries(rubbish)) {
  t.test(`${name} is set aside, the loss is logged, the rest stays`, async t => {
    const at = storeIn(t);
    mkdirSync(at.stateDir, { mode: 0o700 });
    make(at.file('session.json'));
    writeFileSync(at.file('device.json'), '{"schema":1,"deviceUuid":"kept"}', { mode: 0o644 });
    const store = await at.open();
    t.equal(store.session.value, null);
    t.same(store.device.value, { deviceUuid: 'kept' });
    t.equal(modeOf(at.file('device.json')), 0o600, 'tightened');
    t.same(quarantined(at.stateDir), ['session.json.corrupt-20260203T040506Z']);
    t.equal(at.logger.messages('error').length, 1);
    t.match(at.logger.lines, [{ details: { file: 'session.json' } }]);
    await store.session.write(session);
    t.equal(readFileSync(at.file('session.json'), 'utf8'), toPersisted(sessionFormat, session));
  });
}

t.test('an earlier casualty is not overwritten by a later one', async t => {
  const at = storeIn(t);
  for (const content of ['first', 'second', 'third']) {
    mkdirSync(at.stateDir, { recursive: true });
    writeFileSync(at.file('clients.json'), content);
    await (await at.open()).close();
  }
  const contents = quarantined(at.stateDir).map(name => readFileSync(at.file(name), 'utf8'));
  t.same(contents.sort(), ['first', 'second', 'third']);
});

t.test('a file of a newer version is left alone: 78, and the directory is free again', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  const content = '{"schema":5,"what":"ever"}';
  writeFileSync(at.file('session.json'), content);
  await t.rejects(at.open(), { name: 'ExitError', exitCode: 78, message: /session\.json.*newer/u });
  t.equal(readFileSync(at.file('session.json'), 'utf8'), content);
  writeFileSync(at.file('session.json'), toPersisted(sessionFormat, session));
  t.same((await at.open()).session.value, session);
});

t.test('leftovers of unfinished writes are cleaned away', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  writeFileSync(at.file('credentials.json.tmp'), 'half');
  mkdirSync(at.file('session.json.tmp'));
  writeFileSync(at.file('session.json.schema-1.tmp'), 'half a copy');
  writeFileSync(at.file('mine.tmp'), 'not ours');
  await at.open();
  t.same(readdirSync(at.stateDir).sort(), ['lock', 'mine.tmp']);
});

t.test('a file in place of the directory, or of one above it, is named with the remedy', async t => {
  const at = storeIn(t);
  writeFileSync(at.stateDir, '');
  await t.rejects(at.open(), { exitCode: 1, message: /state is not a directory.*TONEARM_STATE_DIR/u });
});

t.test('a runtime directory that cannot be had costs one warning', async t => {
  const at = storeIn(t);
  writeFileSync(at.runtimeDir, '');
  const store = await at.open();
  const before = at.logger.messages('warn').length;
  for (const positionMs of [1, 2, 3]) {
    store.position.write({ sourceId: 'ST:1', index: 0, trackToken: null, positionMs });
  }
  t.same(at.logger.messages('warn').slice(before), ['The position could not be saved.']);
  t.equal(store.position.value?.positionMs, 3);
});

t.test('a position file full of rubbish is no position', async t => {
  for (const content of [
    '',
    '{',
    'null',
    '{"sourceId":"ST:1","index":1.5,"trackToken":null,"positionMs":1}',
  ]) {
    const at = storeIn(t);
    mkdirSync(at.runtimeDir);
    writeFileSync(join(at.runtimeDir, 'position.json'), content);
    t.equal((await at.open()).position.value, null, content);
  }
});

t.test('a lock that is a directory is named', async t => {
  const at = storeIn(t);
  mkdirSync(at.file('lock'), { recursive: true });
  await t.rejects(at.open(), { exitCode: 1, message: /lock cannot be opened \(EISDIR\)/u });
});

t.test('The store makes a missing directory with all that lies above it', async t => {
  const at = storeIn(t, 'a/b');
  await at.open();
  t.ok(existsSync(at.runtimeDir));
  t.equal(modeOf(at.stateDir), 0o700);
});
