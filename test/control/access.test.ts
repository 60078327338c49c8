import { createHash } from 'node:crypto';
import t from 'tap';
import { type AccessOptions, Access } from '../../src/control/access/access.js';
import { toCaller } from '../../src/control/access/caller.js';
import { createIncidents } from '../../src/control/gate/incidents.js';
import { RpcError, rateLimited } from '../../src/control/rpc-error.js';
import { NOBODY } from '../../src/control/access/terms.js';
import { LIMITS } from '../../src/contract/limits.js';
import type { ClientRecord } from '../../src/contract/records.js';
import { createMeter } from '../../src/lib/meter.js';
import { aNonce, keysOf, prove } from '../fakes/phones/proof.js';
import { createMemoryCell, createMemoryLogger } from '../rigs/control/device.js';

type Clients = { readonly clients: readonly ClientRecord[] };

function setUp(first: Clients | null = null, more: Partial<AccessOptions> = {}) {
  const cell = createMemoryCell<Clients>(first);
  const logger = createMemoryLogger();
  let now = 1_700_000_000_000;
  const clock = { epochMs: () => now, steadyMs: () => now };
  const incidents = { note: () => undefined };
  const meter = createMeter(LIMITS, () => now);
  const base = { mode: 'paired', fixedToken: null, incidents, meter, clock, logger } as const;
  const access = new Access({ clients: cell, ...base, ...more });
  return { access, cell, logger, pass: (ms: number) => (now += ms) };
}

/** With the log of admissions and removals. */
function setUpLogged() {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined });
  return { ...setUp(null, { incidents }), lines: () => logger.lines };
}

t.test('an admitted client is known by its token, of which only the keys are kept', async t => {
  const { access, cell } = setUp();
  const token = (await access.admit('Ada', null)).token;
  t.match(token, /^[\w-]{43}$/, '256 bits, base64url');
  t.match(access.check(token, '192.0.2.1'), { name: 'Ada', id: /.+/ });
  t.same(cell.value?.clients[0]?.verifier, keysOf(token));
  t.notMatch(JSON.stringify(cell.value), token);
  t.notMatch(JSON.stringify(access.list()), /verifier|[sS]toredKey|[sS]erverKey/);
  t.not((await access.admit('Ada', null)).token, token);
  t.equal(new Set(access.list().map(client => client.id)).size, 2);
});

t.test('nothing else is a token', async t => {
  const { access, cell } = setUp();
  const token = (await access.admit('Ada', null)).token;
  const kept = Object.values(cell.value?.clients[0]?.verifier ?? {}) as string[];
  t.equal(kept.length, 2);
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase(), ...kept]) {
    t.equal(access.check(wrong, '192.0.2.1'), null, wrong.slice(0, 5));
  }
});

t.test('a fixed token admits nobody by name; without one, the empty token admits nobody', async t => {
  const { access } = setUp(null, { fixedToken: 'sixteen-characters' });
  const owner = { id: null, name: null, role: 'owner', volumeMax: null, expiresAtMs: null };
  t.same(access.check('sixteen-characters', '192.0.2.1'), owner);
  t.equal(access.check('sixteen-character', '192.0.2.1'), null);
  await access.revokeAll();
  t.same(access.check('sixteen-characters', '192.0.2.1'), owner);
});

t.test('a stored hash that is none admits nobody and breaks nothing', async t => {
  const { access } = setUp({
    clients: [{ id: '1', name: 'x', role: 'owner', verifier: { tokenHash: 'short' }, createdMs: 0 }],
  });
  t.equal(access.check('short', '192.0.2.1'), null);
});

t.test('A client of older records learns its inviter’s name while it can', async t => {
  const kept = { role: 'owner', verifier: { tokenHash: '0f'.repeat(32) }, createdMs: 0 } as const;
  const { access, cell } = setUp({
    clients: [
      { ...kept, id: 'a', name: 'Ada' },
      { ...kept, id: 'b', name: 'Bob', invitedBy: 'a' },
      { ...kept, id: 'c', name: 'Cleo', invitedBy: 'long gone' },
    ],
  });
  await access.revoke('a');
  t.match(cell.value?.clients, [{ invitedBy: 'a', invitedByName: 'Ada' }, { invitedByName: undefined }]);
});

t.test('when a client was last seen is written at most once an hour', async t => {
  const { access, cell, pass } = setUp();
  const token = (await access.admit('Ada', null)).token;
  access.check(token, '192.0.2.1');
  t.equal(cell.writes, 2);
  pass(3_599_999);
  access.check(token, '192.0.2.1');
  t.equal(cell.writes, 2);
  pass(1);
  access.check(token, '192.0.2.1');
  t.equal(cell.writes, 3);
  t.equal(access.list()[0]?.lastSeenMs, 1_700_003_600_000);
});

t.test('revoking takes effect at once and tells whose', async t => {
  const { access } = setUp();
  const [one, two] = [(await access.admit('one', null)).token, (await access.admit('two', null)).token];
  const told: string[][] = [];
  const end = access.onRevoked(ids => told.push([...ids]));
  const id = access.check(one, '192.0.2.1')?.id ?? '';
  const revoking = access.revoke(id);
  t.equal(access.check(one, '192.0.2.1'), null);
  t.equal(await revoking, true);
  t.equal(await access.revoke(id), false);
  t.ok(access.check(two, '192.0.2.1'));
  await access.revokeAll();
  t.equal(access.check(two, '192.0.2.1'), null);
  t.same(
    told.map(ids => ids.length),
    [1, 1],
  );
  t.same(told[0], [id]);
  end();
  await access.admit('three', null);
  await access.revokeAll();
  t.equal(told.length, 2);
});

t.test('a full disk: nobody is admitted by half, and a revoked token stays worthless', async t => {
  const { access, cell, logger, pass } = setUp();
  const token = (await access.admit('Ada', null)).token;
  cell.failing = true;
  await t.rejects(access.admit('Bob', null), /full/);
  t.equal(access.list().length, 1);
  pass(7_200_000);
  t.ok(access.check(token, '192.0.2.1'), 'being seen need not be written');
  await new Promise(setImmediate);
  t.match(logger.lines, [{ level: 'warn' }]);
  await t.rejects(access.revokeAll(), { name: 'RpcError', message: /restart/ });
  t.equal(access.check(token, '192.0.2.1'), null);
});

t.test('A removal is logged as what it is: for good, or until a restart', async t => {
  const { access, cell, lines } = setUpLogged();
  for (const name of ['Ada', 'Bob', 'Cem', 'Dan']) await access.admit(name, null);
  const [, bob, cem] = access.list();
  await access.revoke(bob?.id ?? '');
  t.match(lines().at(-1), { level: 'info', message: /^A client was revoked\. .*"Bob"/ });

  cell.failing = true;
  const answer = { name: 'RpcError', message: /could not be saved.*a restart undoes it/ };
  await t.rejects(access.revoke(cem?.id ?? ''), answer);
  t.match(lines().at(-1), { level: 'error', message: /^A client was revoked, but.*restart.*"Cem"/ });
  const before = lines().length;
  await t.rejects(access.revokeAll(), answer);
  t.match(lines().slice(before), [{ level: 'error', message: /"Ada"/ }, { message: /restart.*"Dan"/ }]);
  t.equal(lines().filter(({ message }) => message.startsWith('A client was revoked. ')).length, 1);
});

t.test(
  '64 clients: the next is told to wait; whoever pairs takes the place of the longest unseen, of a guest first',
  async t => {
    const { access, cell, pass } = setUp();
    const tokens: string[] = [];
    for (let count = 0; count < 64; count += 1) {
      access.refuseWhenFull();
      tokens.push((await access.admit(`phone ${count}`, null)).token);
    }
    const full = new RpcError(
      rateLimited('64 clients are admitted; revoke one first', 60_000, 'tooManyClients'),
    );
    t.throws(() => access.refuseWhenFull(), full);
    const gone: string[] = [];
    access.onRevoked(ids => gone.push(...ids));
    const [first = '', second = ''] = tokens;
    pass(1);
    t.ok(access.check(first, '192.0.2.1'), 'seen again');
    const paired = (await access.admit('pairs', null)).token;
    t.equal(access.list().length, 64);
    t.equal(gone.length, 1);
    t.equal(access.check(second, '192.0.2.1'), null);
    t.ok(access.check(first, '192.0.2.1'));
    t.ok(access.check(paired, '192.0.2.1'));
    t.equal(cell.value?.clients.length, 64);
    const guest = { role: 'guest', validMs: null, volumeMax: null, by: NOBODY } as const;
    await access.revoke(access.check(paired, '192.0.2.1')?.id ?? '');
    pass(1);
    const { token } = await access.accept('latest', null, guest);
    await access.admit('pairs', null);
    t.equal(access.check(token, '192.0.2.1'), null, 'a guest goes before any owner');
    t.ok(access.check(first, '192.0.2.1'));
  },
);

/** A speaker that admits no more, by 63 phones and, longest unseen, a guest. */
async function setUpFull() {
  const bench = setUp();
  const { access, pass } = bench;
  const guest = await access.accept('guest', null, {
    role: 'guest',
    validMs: null,
    volumeMax: null,
    by: NOBODY,
  });
  pass(1);
  for (let count = 1; count < 64; count += 1) await access.admit(`phone ${count}`, null);
  const told: string[] = [];
  access.onRevoked(ids => told.push(...[...ids].map(() => 'revoked')));
  access.onChange(({ what, name }) => told.push(`${what} ${name}`));
  return { ...bench, guest, told };
}

t.test(
  'the log names who had to make room and for whom, and blames nobody for the end of a guest’s time',
  async t => {
    const logger = createMemoryLogger();
    const { access, pass } = setUp(null, {
      incidents: createIncidents({ logger, onIncident: () => undefined }),
    });
    const guest = { role: 'guest', validMs: 1_000, volumeMax: null, by: NOBODY } as const;
    await access.accept('Bob', '192.0.2.2', guest);
    pass(1_000);
    access.endExpired();
    for (let count = 0; count < 64; count += 1) await access.admit(`phone ${count}`, '192.0.2.1');
    await access.admit('pairs', '192.0.2.44');
    const told = logger.lines.map(({ message }) => message);
    t.strictSame(told.slice(1, 2), ['A guest’s access expired. {"what":"expired","client":"Bob"}']);
    t.strictSame(told.slice(-2), [
      'A client was revoked. {"what":"revoked","peer":"192.0.2.44","client":"phone 0","why":"makesRoom"}',
      'A client was admitted. {"what":"admitted","peer":"192.0.2.44","client":"pairs","role":"owner"}',
    ]);
  },
);

t.test('64 clients, and a disk that refuses: who makes room stays, who pairs is told', async t => {
  const { access, cell, guest, told, pass } = await setUpFull();
  const before = cell.value;
  cell.failing = true;
  await t.rejects(access.admit('pairs', null), /full/);
  t.strictSame(told, []);
  t.match(access.check(guest.token, '192.0.2.1'), { name: 'guest' });
  t.strictSame([access.list().length, cell.value], [64, before]);
  t.notOk(access.list().some(({ name }) => name === 'pairs'));
  cell.failing = false;
  pass(7_200_000);
  const [oldest] = access.list().filter(({ role }) => role === 'owner');
  t.ok(access.check(guest.token, '192.0.2.1'), 'which is written, with all that stayed');
  t.equal(cell.value?.clients.length, 64);
  const { token } = await access.admit('pairs', null);
  t.ok(access.check(token, '192.0.2.1'));
  t.equal(access.check(guest.token, '192.0.2.1'), null, 'guests first, whoever was seen last');
  t.ok(access.list().some(({ id }) => id === oldest?.id));
  t.strictSame(told, ['revoked', 'revoked guest', 'admitted pairs']);
});

t.test('A guest that makes room and is revoked hears one farewell', async t => {
  const { access, cell, guest, told } = await setUpFull();
  const write = cell.write.bind(cell);
  let store = () => {};
  const stored = new Promise<void>(resolve => (store = resolve));
  cell.write = next => stored.then(() => write(next));
  const [pairing, revoking] = [access.admit('pairs', null), access.revoke(guest.id)];
  t.strictSame(told, ['revoked', 'revoked guest']);
  store();
  await Promise.all([pairing, revoking]);
  t.strictSame(told.slice(2), ['admitted pairs']);
});

t.test('two who pair at once: each who makes room is told to be gone once', async t => {
  const { access, told } = await setUpFull();
  await Promise.all([access.admit('pairs', null), access.admit('pairs too', null)]);
  t.strictSame([...told].sort(), [
    'admitted pairs',
    'admitted pairs too',
    'revoked',
    'revoked',
    'revoked guest',
    'revoked phone 1',
  ]);
  t.equal(access.list().length, 64);
});

t.test('A guest that makes room stays until the disk has the newcomer', async t => {
  const { access, cell, guest, pass } = await setUpFull();
  const write = cell.write.bind(cell);
  let store = () => {};
  const stored = new Promise<void>(resolve => (store = resolve));
  cell.write = next => stored.then(() => write(next));
  const pairing = access.admit('pairs', null);
  pass(7_200_000);
  t.ok(access.check(guest.token, '192.0.2.1'));
  store();
  await pairing;
  await new Promise(setImmediate);
  t.equal(access.check(guest.token, '192.0.2.1'), null);
  const names = cell.value?.clients.map(({ name }) => name) ?? [];
  t.strictSame(
    [names.length, names.includes('guest')],
    [64, false],
    'nor does a write of then bring him back',
  );
});

/** Whether a client of this id is admitted. */
const isIn = ({ access }: ReturnType<typeof setUp>, id: string | undefined) =>
  access.list().some(client => client.id === id);

t.test('a guest goes before any owner, also while he is connected', async t => {
  const bench = await setUpFull();
  const { access, guest, pass } = bench;
  const owners = access.list().filter(({ role }) => role === 'owner');
  access.noteOpen(guest.id);
  pass(1);
  await access.admit('pairs', null);
  t.notOk(isIn(bench, guest.id), 'connected, as no owner is');
  t.ok(owners.every(({ id }) => isIn(bench, id)));
});

t.test('An absent guest makes room before a guest that is connected', async t => {
  const bench = await setUpFull();
  const { access, guest, pass } = bench;
  const [owner] = access.list().filter(({ role }) => role === 'owner');
  await access.revoke(owner?.id ?? '');
  pass(1);
  const terms = { role: 'guest', validMs: null, volumeMax: null, by: NOBODY } as const;
  const away = await access.accept('away', null, terms);
  const leave = [access.noteOpen(guest.id), access.noteOpen(guest.id)];
  // Said twice, it ends no other session of that client.
  for (let times = 0; times < 2; times += 1) leave[0]?.();
  await access.admit('pairs', null);
  t.strictSame([isIn(bench, away.id), isIn(bench, guest.id)], [false, true]);
});

/** A speaker that admits no more, by 64 phones, each of which came after the one before it. */
async function setUpPhones() {
  const bench = setUp();
  for (let count = 0; count < 64; count += 1) {
    bench.pass(1);
    await bench.access.admit(`phone ${count}`, null);
  }
  return { ...bench, phones: bench.access.list() };
}

t.test('an owner who is connected is not unseen, however long ago he came', async t => {
  const bench = await setUpPhones();
  const { access, phones, pass } = bench;
  access.noteOpen(phones[0]?.id ?? '');
  pass(1);
  await access.admit('pairs', null);
  t.strictSame([isIn(bench, phones[0]?.id), isIn(bench, phones[1]?.id)], [true, false]);
});

t.test('A client that leaves counts as unseen from then on', async t => {
  const bench = await setUpPhones();
  const { access, phones, pass } = bench;
  const [first, second] = phones;
  const leave = phones.map(({ id }) => access.noteOpen(id));
  pass(1);
  leave[1]?.();
  pass(1);
  leave[0]?.();
  const seenMs = access.list().map(({ lastSeenMs }) => lastSeenMs ?? 0);
  t.equal((seenMs[0] ?? 0) - (seenMs[1] ?? 0), 1, 'when each has left');
  await access.admit('pairs', null);
  t.strictSame(
    [isIn(bench, first?.id), isIn(bench, second?.id)],
    [true, false],
    'who left first, goes first',
  );
});

t.test('an end counts from the admission, by the wall clock, and survives a restart', async t => {
  const { access, cell, pass } = setUp();
  const terms = { role: 'guest', validMs: 60_000, volumeMax: 40, by: NOBODY } as const;
  const { token } = await access.accept('Bob', null, terms);
  t.equal(access.endExpired(), 60_000);
  pass(59_999);
  t.match(access.check(token, '192.0.2.1'), { role: 'guest', volumeMax: 40, expiresAtMs: 1_700_000_060_000 });
  t.equal(access.endExpired(), 1);
  const again = setUp(cell.value);
  t.match(again.access.check(token, '192.0.2.1'), { role: 'guest', volumeMax: 40 });
  again.pass(60_000);
  t.equal(again.access.check(token, '192.0.2.1'), null, 'whoever looks first');
  t.same(again.access.list(), []);
  t.equal(again.access.endExpired(), null);
  t.same(again.cell.value, { clients: [] });
});

t.test('An expired guest leaves at once, with the name and the place', async t => {
  const { access, cell, pass } = setUp();
  const told: string[] = [];
  access.onChange(({ what, name }) => told.push(`${what} ${name}`));
  const terms = { role: 'guest', validMs: 60_000, volumeMax: null, by: NOBODY } as const;
  await access.accept('Bob', null, terms);
  pass(60_000);
  access.endExpired();
  access.endExpired();
  t.same(told, ['admitted Bob', 'revoked Bob']);
  told.length = 0;
  for (const name of ['Bob', ...Array.from({ length: 63 }, (_, at) => `phone ${at}`)]) {
    access.refuseWhenFull();
    await access.accept(name, null, { ...terms, validMs: null });
  }
  t.equal(access.list()[0]?.name, 'Bob');
  t.throws(
    () => access.refuseWhenFull(),
    new RpcError(rateLimited('64 clients are admitted; revoke one first', 60_000, 'tooManyClients')),
  );
  await access.admit('pairs', null);
  t.equal(cell.value?.clients.length, 64);
  t.ok(told.includes('revoked Bob'));
});

t.test('a token from before there were proofs has keys once they are kept, not before', async t => {
  const token = 'x'.repeat(43);
  const verifier = { tokenHash: createHash('sha256').update(token).digest('hex') };
  const old = { id: 'a', name: 'Ada', role: 'owner', verifier, createdMs: 1 } as const;
  const { access, cell, pass } = setUp({ clients: [old] });
  const hello = { deviceUuid: 'd0', nonce: aNonce() };
  const tryProof = () => {
    const { nonce: clientNonce, proof } = prove(token, hello);
    const handshake = { deviceUuid: 'd0', serverNonce: hello.nonce, clientNonce, binding: '-' };
    return access.prove({ id: '', proof, handshakes: [handshake] }, '192.0.2.1');
  };
  t.equal(tryProof(), null);
  t.match(access.check(token, '192.0.2.1'), { id: 'a' });
  cell.failing = true;
  t.equal(await access.makeKeys('a', token), false);
  t.equal(tryProof(), null, 'it would be refused after a restart');
  t.match(access.check(token, '192.0.2.1'), { id: 'a' }, 'the token is good still');
  cell.failing = false;

  t.comment('two at once');
  const write = cell.write.bind(cell);
  let refuse = (): void => undefined;
  cell.write = () => new Promise((_, reject) => (refuse = () => reject(new Error('the disk is full'))));
  const make = async () => access.makeKeys('a', token);
  const twice = [make(), make()];
  t.equal(tryProof(), null, 'nor while they are written');
  refuse();
  t.same(await Promise.all(twice), [false, false], 'neither is told that they are kept');
  t.equal(tryProof(), null);

  let store = (): void => undefined;
  const stored = new Promise<void>(resolve => (store = resolve));
  cell.write = next => stored.then(() => write(next));
  const both = [make(), make()];
  pass(7_200_000);
  t.match(access.check(token, '192.0.2.1'), { id: 'a' });
  t.equal(tryProof(), null);
  store();
  t.same(await Promise.all(both), [true, true]);
  await new Promise(setImmediate);
  t.match(tryProof(), { id: 'a' });
  t.match(cell.value?.clients, [{ verifier: keysOf(token) }], 'whatever else was written meanwhile');
  t.equal(access.makeKeys('a', token), null);
});

t.test('nobody is admitted by a word of the agent’s own', async t => {
  const { access } = setUp();
  for (const word of ['http', 'Local', 'others', 'tonearm pair', 'Tonearm Invite', 'tonearm ctl', 'root@vm'])
    await access.admit(word, null);
  t.same(
    access.list().map(({ name }) => name),
    ['http 2', 'Local 2', 'others 2', 'tonearm pair 2', 'Tonearm Invite 2', 'tonearm ctl 2', 'root@vm'],
  );
});

t.test('whoever is let in no more is told of as he was called last', async t => {
  const { access } = setUp();
  const { token, id } = await access.admit('Bob', null);
  const bob = toCaller(access.check(token, '192.0.2.1'), 'x', access);
  await access.rename(id, 'Mallory', NOBODY);
  t.equal(bob.name, 'Mallory');
  await access.revoke(id);
  await access.admit('Bob', null);
  t.equal(bob.name, 'Mallory');
});

t.test('Nobody else gets the name of an admitted client, however it is spelt', async t => {
  const { access } = setUp();
  const ben = await access.admit('Ben', null);
  const mallory = await access.admit('Mallory', null);
  const call = (who: { id: string }, name: string) => access.rename(who.id, name, NOBODY);
  t.equal(await call(mallory, 'BEN'), 'BEN 2');
  t.equal(await call(ben, 'Zed'), 'Zed');
  t.equal(await call(mallory, 'Zed'), 'Zed 2');
  await access.revoke(ben.id);
  t.equal(await call(mallory, 'Zed'), 'Zed');
});

t.test('a name that the disk did not take was nobody’s', async t => {
  const { access, cell } = setUp();
  const [ben, mallory] = [await access.admit('Ben', null), await access.admit('Mallory', null)];
  cell.failing = true;
  const renaming = access.rename(ben.id, 'Zed', NOBODY);
  await t.rejects(access.rename(mallory.id, 'Ben', NOBODY));
  await t.rejects(renaming);
  cell.failing = false;
  t.match(access.list(), [{ name: 'Ben' }, { name: 'Mallory' }]);
  t.equal(await access.rename(mallory.id, 'Zed', NOBODY), 'Zed');
});

t.test('renames at once that the disk does not take: back to the stored name, logged once', async t => {
  const { access, cell, lines } = setUpLogged();
  const { id } = await access.admit('Ben', null);
  const renamed = () =>
    lines().flatMap(({ message }) => {
      const [, name, was] = /^A client was renamed\..*"client":"(.*?)","was":"(.*?)"/.exec(message) ?? [];
      return name === undefined ? [] : `${was} ${name}`;
    });
  const name = () => access.list()[0]?.name;
  cell.failing = true;
  const both = [access.rename(id, 'Cem', NOBODY), access.rename(id, 'Dan', NOBODY)];
  t.equal(name(), 'Dan');
  t.match(await Promise.allSettled(both), [{ status: 'rejected' }, { status: 'rejected' }]);
  t.equal(name(), 'Ben');
  t.same(renamed(), ['Ben Cem', 'Cem Dan', 'Dan Ben']);

  t.comment('the first is stored, the second is not');
  const write = cell.write.bind(cell);
  cell.failing = false;
  const first = access.rename(id, 'Cem', NOBODY);
  cell.failing = true;
  await t.rejects(access.rename(id, 'Dan', NOBODY));
  await first;
  t.equal(name(), 'Cem');
  t.same(renamed().slice(3), ['Ben Cem', 'Cem Dan', 'Dan Cem']);

  t.comment('revoked meanwhile');
  let refuse = (): void => undefined;
  cell.failing = false;
  cell.write = () => new Promise((_, reject) => (refuse = () => reject(new Error('the disk is full'))));
  const last = access.rename(id, 'Eva', NOBODY);
  cell.write = write;
  await access.revoke(id);
  refuse();
  await t.rejects(last);
  t.same(renamed().slice(6), ['Cem Eva']);
});
