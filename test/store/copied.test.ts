import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import type { CertificateRecord, ClientRecord } from '../../src/contract/records.js';
import { resolveDeviceUuid } from '../../src/store/device-uuid.js';
import { credentials, day, session, storeIn } from '../rigs/store/records.js';

const FIRST = '0123456789abcdef'.repeat(2);
const SECOND = 'fedcba9876543210'.repeat(2);
const TIME = '20260203T040506Z';

const client: ClientRecord = {
  id: 'c1',
  name: 'Phone',
  verifier: { tokenHash: 'ab'.repeat(32) },
  createdMs: 1,
  role: 'owner',
};
const certificate: CertificateRecord = { cert: 'a certificate', key: 'a key' };

/** A state directory that is opened on one machine after another; `null`: one without an id. */
function cardIn(t: Test) {
  const rig = storeIn(t);
  const { machineId, stateDir, logger } = rig;
  const insert = (id: string | null) => {
    for (const path of Object.values(machineId)) rmSync(path, { force: true });
    if (id !== null) writeFileSync(machineId.path, `${id}\n`);
  };
  /** A start of the agent on that machine; resolves with the open store and the id. */
  const start = async (id: string | null, configured: string | null = null) => {
    insert(id);
    const store = await rig.open();
    const deviceUuid = await resolveDeviceUuid({
      device: store.device,
      configured,
      stateDir,
      logger,
      machineId,
    });
    return { store, deviceUuid };
  };
  /** The same, and a stop; resolves with the id and what was there to go on with. */
  const use = async (id: string | null, configured: string | null = null) => {
    const { store, deviceUuid } = await start(id, configured);
    const held = {
      deviceUuid,
      isPaired: store.credentials.value !== null,
      clients: store.clients.value?.clients.length ?? 0,
      hasSession: store.session.value !== null,
      hasCertificate: store.certificate.value !== null,
      hasPlans: store.day.value !== null,
    };
    await store.close();
    return held;
  };
  const furnish = async (id: string | null) => {
    const { store, deviceUuid } = await start(id);
    await store.credentials.write(credentials);
    await store.clients.write({ clients: [client] });
    await store.session.write(session);
    await store.certificate.write(certificate);
    await store.day.write(day);
    await store.close();
    return { deviceUuid, isPaired: true, clients: 1, hasSession: true, hasCertificate: true, hasPlans: true };
  };
  return { ...rig, insert, start, use, furnish, names: () => readdirSync(stateDir).sort() };
}

const NOTHING = { isPaired: false, clients: 0, hasSession: false, hasCertificate: false, hasPlans: false };
const HELD = ['credentials.json', 'session.json', 'clients.json', 'certificate.json', 'day.json'];
const isWarned = (messages: readonly string[]) =>
  messages.some(line => /copied from another machine/.test(line));

t.test('A copied card gives up the keys and the id of the first machine', async t => {
  const { furnish, use, names, file, logger } = cardIn(t);
  const first = await furnish(FIRST);
  const kept = readFileSync(file('device.json'), 'utf8');
  t.notMatch(kept, FIRST, 'the machine id itself is not written');
  t.same(await use(FIRST), first, 'a restart is no copy');
  t.notOk(isWarned(logger.messages('warn')));

  const texts = HELD.map(name => readFileSync(file(name), 'utf8'));
  const copy = await use(SECOND);
  t.match(copy, NOTHING);
  t.not(copy.deviceUuid, first.deviceUuid);
  t.same(
    HELD.map(name => readFileSync(file(`${name}.copied-${TIME}`), 'utf8')),
    texts,
    'what was held is set aside as it was',
  );
  t.equal(logger.messages('warn').filter(line => /copied/.test(line)).length, 1, 'one line');
  t.same((await use(SECOND)).deviceUuid, copy.deviceUuid, 'from then on it is a speaker of its own');
  t.equal(names().filter(name => name.includes('.copied-')).length, HELD.length, 'nothing more is set aside');
  t.equal(logger.messages('warn').filter(line => /copied/.test(line)).length, 1);
});

t.test('A start that is cut short goes on at the next one', async t => {
  const { furnish, insert, open, use, logger } = cardIn(t);
  const first = await furnish(FIRST);
  insert(SECOND);
  // The keys are set aside, and then the power goes: no id was written.
  await (await open()).close();
  const copy = await use(SECOND);
  t.match(copy, NOTHING);
  t.not(copy.deviceUuid, first.deviceUuid);
  t.ok(isWarned(logger.messages('warn')));
  t.match(await use(SECOND), copy);
});

t.test('A state without the hash of a machine loses nothing', async t => {
  const { furnish, use, file, logger } = cardIn(t);
  const first = await furnish(FIRST);
  const bare = `${JSON.stringify({ schema: 1, deviceUuid: first.deviceUuid })}\n`;
  writeFileSync(file('device.json'), bare);
  t.same(await use(SECOND), first);
  t.match(readFileSync(file('device.json'), 'utf8'), /"machine":"[\w-]{43}"/, 'it has the hash now');
  t.notOk(isWarned(logger.messages('warn')));
  t.match(await use(FIRST), NOTHING, 'and the next machine is another one');
});

t.test('A machine without a lasting id is no other machine', async t => {
  const { furnish, use, insert, open, machineId, file, logger } = cardIn(t);
  const first = await furnish(FIRST);
  const written = readFileSync(file('device.json'), 'utf8');
  for (const id of [null, '', 'uninitialized', 'no id']) t.same(await use(id), first, String(id));
  insert(SECOND);
  linkSync(machineId.path, machineId.transientPath);
  const store = await open();
  t.not(store.credentials.value, null, 'an id that ends with the power');
  await store.close();
  t.equal(readFileSync(file('device.json'), 'utf8'), written, 'the hash stays for when the id is back');
  t.same(await use(FIRST), first);
  t.notOk(isWarned(logger.messages('warn')));

  const other = cardIn(t);
  const random = await other.furnish(null);
  t.notMatch(readFileSync(other.file('device.json'), 'utf8'), /machine/);
  t.same(await other.use(null), random);
  t.same(await other.use(FIRST), random, 'a machine that got an id');
});

t.test('An id set by hand stays, but not the keys of the other machine', async t => {
  const { furnish, use } = cardIn(t);
  await furnish(FIRST);
  t.match(await use(SECOND, 'by-hand'), { ...NOTHING, deviceUuid: 'by-hand' });
  t.match(await use(SECOND, 'by-hand'), { ...NOTHING, deviceUuid: 'by-hand' });
});

t.test('A state that comes back to where its id was made gets another id', async t => {
  const { furnish, use, file } = cardIn(t);
  const first = await furnish(FIRST);
  writeFileSync(file('device.json'), `${JSON.stringify({ schema: 1, deviceUuid: first.deviceUuid })}\n`);
  t.equal((await use(SECOND)).deviceUuid, first.deviceUuid, 'taken over without a hash');
  t.not((await use(FIRST)).deviceUuid, first.deviceUuid, 'or two speakers had this one');
});

t.test('A copied state of a newer version is left alone', async t => {
  const { furnish, start, names, file } = cardIn(t);
  await furnish(FIRST);
  writeFileSync(file('clients.json'), '{"schema":99}\n');
  const before = names();
  await t.rejects(start(SECOND), /newer Tonearm/);
  t.same(names(), before);
});

t.test('Signing out removes the keys that were set aside', async t => {
  const { furnish, start, names } = cardIn(t);
  await furnish(FIRST);
  const { store } = await start(SECOND);
  await store.credentials.remove();
  await store.clients.remove();
  t.notMatch(names().join(), /(?:credentials|clients).*copied/);
});
