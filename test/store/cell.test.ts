import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import { credentials, session, storeIn } from '../rigs/store/records.js';

t.test('The store writes only the latest waiting value and settles all', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const seen = new Set<number>();
  const writes = Array.from({ length: 100 }, (_, positionMs) =>
    store.session.write({ ...session, positionMs }).then(() => {
      const content = JSON.parse(readFileSync(at.file('session.json'), 'utf8')) as { positionMs: number };
      t.ok(content.positionMs >= positionMs, 'this value or a newer one is on disk');
      seen.add(content.positionMs);
    }),
  );
  t.equal(store.session.value?.positionMs, 99, 'the value is there at once');
  await Promise.all(writes);
  t.ok(seen.size <= 2, 'hundred calls, hardly any write');
  t.ok(seen.has(99));
});

t.test('a write during a write follows it', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const first = store.session.write({ ...session, positionMs: 1 });
  await new Promise(resolve => setImmediate(resolve));
  const second = store.session.write({ ...session, positionMs: 2 });
  const removed = store.session.remove();
  const third = store.session.write({ ...session, positionMs: 3 });
  await Promise.all([first, second, removed, third]);
  t.match(JSON.parse(readFileSync(at.file('session.json'), 'utf8')), { positionMs: 3 });
});

t.test('content that is there already is not written again, not even after a restart', async t => {
  const at = storeIn(t);
  const store = await at.open();
  await store.session.write(session);
  const { ino } = statSync(at.file('session.json'));
  await store.session.write({ ...session });
  await store.close();
  const again = await at.open();
  await again.session.write({ ...session });
  t.equal(statSync(at.file('session.json')).ino, ino, 'the same file');
  await again.session.write({ ...session, volume: 36 });
  t.not(statSync(at.file('session.json')).ino, ino, 'replaced, not overwritten');
});

t.test('a failed write rejects, is told, and the next success clears it', async t => {
  const at = storeIn(t);
  const store = await at.open();
  await store.device.write({ deviceUuid: 'one' });
  renameSync(at.stateDir, `${at.stateDir}.away`);
  await t.rejects(store.device.write({ deviceUuid: 'two' }), { code: 'ENOENT' });
  t.equal(store.writable, false);
  t.same(at.logger.messages('error'), ['The state could not be saved.']);
  t.same(store.device.value, { deviceUuid: 'two' });
  renameSync(`${at.stateDir}.away`, at.stateDir);
  t.match(readFileSync(at.file('device.json'), 'utf8'), '"one"', 'the old content stands');
  await store.device.write({ deviceUuid: 'two' });
  t.equal(store.writable, true);
  t.match(readFileSync(at.file('device.json'), 'utf8'), '"two"');
});

t.test('a failed write is made good by itself', async t => {
  const at = storeIn(t);
  const store = await at.open(20);
  rmSync(at.stateDir, { recursive: true });
  await t.rejects(store.credentials.write(credentials));
  mkdirSync(at.stateDir);
  while (!store.writable) await setTimeout(5);
  t.match(readFileSync(at.file('credentials.json'), 'utf8'), credentials.refreshToken);
});

t.test('closing makes one last attempt, then refuses', async t => {
  const at = storeIn(t);
  const store = await at.open();
  renameSync(at.stateDir, `${at.stateDir}.away`);
  await t.rejects(store.session.write(session));
  renameSync(`${at.stateDir}.away`, at.stateDir);
  const last = store.device.write({ deviceUuid: 'last' });
  await store.close();
  await last;
  t.match(JSON.parse(readFileSync(at.file('session.json'), 'utf8')), { positionMs: 1234 });
  t.match(JSON.parse(readFileSync(at.file('device.json'), 'utf8')), { deviceUuid: 'last' });
  await t.rejects(store.session.write(session), /closed/u);
});

t.test('a directory in the way of the temporary file does not stop a write', async t => {
  const at = storeIn(t);
  const store = await at.open();
  mkdirSync(`${at.file('session.json')}.tmp`);
  writeFileSync(`${at.file('session.json')}.tmp/x`, '');
  await store.session.write(session);
  t.match(readFileSync(at.file('session.json'), 'utf8'), 'Küche');
});
