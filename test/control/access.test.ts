import { createHash } from 'node:crypto';
import t from 'tap';
import { type AccessOptions, createAccess } from '../../src/control/access.js';
import { RpcError, rateLimited } from '../../src/control/rpc-error.js';
import { NOBODY } from '../../src/control/terms.js';
import type { ClientRecord } from '../../src/records.js';
import { createMemoryCell, createMemoryLogger } from '../rigs/control/device.js';

type Clients = { readonly clients: readonly ClientRecord[] };

function setUp(first: Clients | null = null, more: Partial<AccessOptions> = {}) {
  const cell = createMemoryCell<Clients>(first);
  const logger = createMemoryLogger();
  let now = 1_700_000_000_000;
  const clock = { epochMs: () => now, steadyMs: () => now };
  const incidents = { note: () => undefined };
  const base = { mode: 'paired', fixedToken: null, incidents, clock, logger } as const;
  const access = createAccess({ clients: cell, ...base, ...more });
  return { access, cell, logger, pass: (ms: number) => (now += ms) };
}

t.test('an admitted client is known by its token, of which only the hash is kept', async t => {
  const { access, cell } = setUp();
  const token = await access.admit('Ada', null);
  t.match(token, /^[\w-]{43}$/, '256 bits, base64url');
  t.match(access.check(token, '192.0.2.1'), { name: 'Ada', id: /.+/ });
  t.equal(cell.value?.clients[0]?.tokenHash, createHash('sha256').update(token).digest('hex'));
  t.notMatch(JSON.stringify(cell.value), token);
  t.notMatch(JSON.stringify(access.list()), 'tokenHash');
  t.not(await access.admit('Ada', null), token);
  t.equal(new Set(access.list().map(client => client.id)).size, 2);
});

t.test('nothing else is a token', async t => {
  const { access, cell } = setUp();
  const token = await access.admit('Ada', null);
  const hash = cell.value?.clients[0]?.tokenHash ?? '';
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase(), hash]) {
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
    clients: [{ id: '1', name: 'x', role: 'owner', tokenHash: 'short', createdMs: 0 }],
  });
  t.equal(access.check('short', '192.0.2.1'), null);
});

t.test('when a client was last seen is written at most once an hour', async t => {
  const { access, cell, pass } = setUp();
  const token = await access.admit('Ada', null);
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
  const [one, two] = [await access.admit('one', null), await access.admit('two', null)];
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
  const token = await access.admit('Ada', null);
  cell.failing = true;
  await t.rejects(access.admit('Bob', null), /full/);
  t.equal(access.list().length, 1);
  pass(7_200_000);
  t.ok(access.check(token, '192.0.2.1'), 'being seen need not be written');
  await new Promise(setImmediate);
  t.match(logger.lines, [{ level: 'warn' }]);
  await t.rejects(access.revokeAll(), /full/);
  t.equal(access.check(token, '192.0.2.1'), null);
});

t.test(
  '64 clients: the next is told to wait; whoever pairs takes the place of the longest unseen, of a guest first',
  async t => {
    const { access, cell, pass } = setUp();
    const tokens: string[] = [];
    for (let count = 0; count < 64; count += 1) {
      access.refuseWhenFull();
      tokens.push(await access.admit(`phone ${count}`, null));
    }
    const full = new RpcError(rateLimited('64 clients are admitted; revoke one first', 60_000));
    t.throws(() => access.refuseWhenFull(), full);
    const gone: string[] = [];
    access.onRevoked(ids => gone.push(...ids));
    const [first = '', second = ''] = tokens;
    pass(1);
    t.ok(access.check(first, '192.0.2.1'), 'seen again');
    const paired = await access.admit('pairs', null);
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
