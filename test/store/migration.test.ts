import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { LIMITS } from '../../src/contract/limits.js';
import { Access } from '../../src/control/access/access.js';
import { createMeter } from '../../src/lib/meter.js';
import type { Fields } from '../../src/contract/shape.js';
import { type Formats, formats } from '../../src/store/formats.js';
import { keysOf, prove } from '../fakes/phones/proof.js';
import { credentials, session, storeIn } from '../rigs/store/records.js';

const modeOf = (path: string) => statSync(path).mode & 0o7777;
const contentOf = (path: string) => readFileSync(path, 'utf8');
const copies = (folder: string) => readdirSync(folder).filter(name => name.includes('.schema-'));

/** What the very first programs wrote: an item without its track's id, and nothing of an item before it. */
const { item } = session;
const without = (fields: object | null, name: string) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([key]) => key !== name));
const others = without(session, 'closing');
const oldItem = without(item, 'trackId');
const first = JSON.stringify({ schema: 1, ...others, item: oldItem });

t.test('a session of the first programs is read, kept as a copy, and written anew', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  writeFileSync(at.file('session.json'), first, { mode: 0o644 });
  const store = await at.open();
  t.same(store.session.value, { ...session, closing: null, item: { ...item, trackId: null } });
  t.equal(contentOf(at.file('session.json.schema-1')), first, 'byte for byte');
  t.equal(modeOf(at.file('session.json.schema-1')), 0o600);
  t.match(JSON.parse(contentOf(at.file('session.json'))), { schema: 4, positionMs: 1234 });
  const told = at.logger.lines.filter(({ message }) => message === 'A state file was migrated.');
  t.match(told, [{ details: { file: 'session.json', from: 1, to: 4, keptAs: 'session.json.schema-1' } }]);
  t.same([at.logger.messages('warn'), at.logger.messages('error')], [[], []]);
  await store.close();
  rmSync(at.file('session.json.schema-1'));
  t.same((await at.open()).session.value?.item?.title, 'Song');
  t.same(copies(at.stateDir), [], 'once is enough');
});

t.test('The store reads old sessions without an item or with an end', async t => {
  const rows: [object, object][] = [
    [{ item: null }, { item: null, closing: null }],
    [
      { item, closing: { index: 2, trackToken: null, lengthS: 9 } },
      { item, closing: { index: 2 } },
    ],
  ];
  for (const [members, expected] of rows) {
    const at = storeIn(t);
    mkdirSync(at.stateDir);
    writeFileSync(at.file('session.json'), JSON.stringify({ schema: 1, ...others, ...members }));
    t.match((await at.open()).session.value, expected);
  }
});

t.test('The store makes an owner of whoever was admitted before there were roles', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir);
  const tokenHash = 'e'.repeat(64);
  const old = JSON.stringify({
    schema: 1,
    clients: [
      { id: 'a', name: 'Ada', tokenHash, createdMs: 5, lastSeenMs: 6 },
      { id: 'b', name: 'Bob', tokenHash: 'f'.repeat(64), createdMs: 7 },
    ],
  });
  writeFileSync(at.file('clients.json'), old, { mode: 0o600 });
  const store = await at.open();
  const { clients } = store;
  t.same(clients.value?.clients, [
    { id: 'a', name: 'Ada', role: 'owner', verifier: { tokenHash }, createdMs: 5, lastSeenMs: 6 },
    { id: 'b', name: 'Bob', role: 'owner', verifier: { tokenHash: 'f'.repeat(64) }, createdMs: 7 },
  ]);
  t.equal(contentOf(at.file('clients.json.schema-1')), old);
  const verifier = keysOf('a token of this release');
  const guest = { id: 'c', name: 'Cleo', role: 'guest', verifier, createdMs: 8 } as const;
  const bearing = { ...guest, invitedBy: 'a', invitedByName: 'Ada', expiresAtMs: 9, volumeMax: 40 };
  await clients.write({ clients: [bearing, guest] });
  await store.close();
  t.same((await at.open()).clients.value?.clients, [bearing, guest]);
});

t.test(
  'a token of the last release opens as it is; from then on a proof of it does, also after a restart',
  async t => {
    const at = storeIn(t);
    mkdirSync(at.stateDir);
    const token = 'a token of the last release';
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const ada = { id: 'a', name: 'Ada', role: 'owner', createdMs: 5, lastSeenMs: 6 } as const;
    const bob = { ...ada, id: 'b', name: 'Bob', role: 'guest', expiresAtMs: 9e12, volumeMax: 40 } as const;
    const old = {
      schema: 2,
      clients: [
        { ...ada, tokenHash },
        { ...bob, tokenHash: 'f'.repeat(64) },
      ],
    };
    writeFileSync(at.file('clients.json'), JSON.stringify(old), { mode: 0o600 });
    const greeting = { deviceUuid: 'd0', nonce: 'n'.repeat(32) };
    const openAccess = async () => {
      const store = await at.open();
      const incidents = { note: () => undefined };
      const clock = { epochMs: () => 8, steadyMs: () => 8 };
      const { clients } = store;
      const meter = createMeter(LIMITS, () => 8);
      const options = { clients, mode: 'paired', fixedToken: null, incidents, meter, clock } as const;
      const access = new Access({ ...options, logger: at.logger });
      const { nonce, proof, answer } = prove(token, greeting, { id: 'a' });
      const handshake = { deviceUuid: 'd0', serverNonce: greeting.nonce, clientNonce: nonce, binding: '-' };
      const proven = () => access.prove({ id: 'a', proof, handshakes: [handshake] }, '192.0.2.1');
      return { store, access, proven, answer };
    };
    const before = await openAccess();
    t.equal(contentOf(at.file('clients.json.schema-2')), JSON.stringify(old), 'what was is kept');
    t.same(before.store.clients.value?.clients, [
      { ...ada, verifier: { tokenHash } },
      { ...bob, verifier: { tokenHash: 'f'.repeat(64) } },
    ]);
    t.equal(before.proven(), null, 'nobody can check a proof by the hash of a token');
    t.match(before.access.check(token, '192.0.2.1'), { id: 'a', name: 'Ada', role: 'owner' });
    await before.access.makeKeys('a', token);
    t.equal(before.access.makeKeys('a', token), null, 'once');
    t.match(before.proven(), { id: 'a', proof: before.answer });
    await before.store.close();
    const after = await openAccess();
    t.match(after.store.clients.value?.clients, [
      { id: 'a', verifier: keysOf(token) },
      { id: 'b', verifier: { tokenHash: /^f{64}$/ } },
    ]);
    t.match(after.proven(), { id: 'a', proof: after.answer });
    t.match(after.access.check(token, '192.0.2.1'), { id: 'a' }, 'as it is, too');
    t.notMatch(contentOf(at.file('clients.json')), tokenHash);
  },
);

/** Versions to come: credentials change their shape with each, as `accessToken` did not. */
function formatsOf(version: number): Formats {
  const names = ['accessToken', 'access', 'bearer', 'ticket', 'pass'];
  const rename = (step: number) => (fields: Fields) => {
    const { [names[step - 1] ?? '']: value, ...rest } = fields;
    return { ...rest, [names[step] ?? '']: value };
  };
  const name = names[version - 1] ?? '';
  return {
    ...formats,
    credentials: {
      name: 'credentials.json',
      schema: version,
      migrations: Object.fromEntries(
        [1, 2, 3, 4].filter(step => step < version).map(step => [step, rename(step)]),
      ),
      parse: fields => formats.credentials.parse({ ...fields, accessToken: fields[name] }),
      toFields: ({ accessToken, ...rest }) => ({ ...rest, [name]: accessToken }),
    },
  };
}

t.test('step by step or all at once, the same comes out, and at most two copies stay', async t => {
  const stepwise = storeIn(t);
  const atOnce = storeIn(t);
  for (const at of [stepwise, atOnce]) {
    const store = await at.open(undefined, formatsOf(1));
    await store.credentials.write(credentials);
    await store.close();
  }
  for (const version of [2, 3, 4, 5]) await (await stepwise.open(undefined, formatsOf(version))).close();
  const store = await atOnce.open(undefined, formatsOf(5));
  t.same(store.credentials.value, credentials);
  t.equal(contentOf(atOnce.file('credentials.json')), contentOf(stepwise.file('credentials.json')));
  t.match(JSON.parse(contentOf(atOnce.file('credentials.json'))), { schema: 5, pass: 'access-secret' });
  t.same(copies(stepwise.stateDir), ['credentials.json.schema-3', 'credentials.json.schema-4']);
  t.same(copies(atOnce.stateDir), ['credentials.json.schema-1']);
  await store.credentials.remove();
  t.same(copies(atOnce.stateDir), [], 'tokens are forgotten wherever they lie');
});

t.test(
  'an older program leaves newer state alone, all of it, and names the copy that it can read',
  async t => {
    const at = storeIn(t);
    mkdirSync(at.stateDir, { mode: 0o700 });
    const old = await at.open(undefined, formatsOf(2));
    await old.credentials.write(credentials);
    await old.close();
    await (await at.open(undefined, formatsOf(3))).close();
    // Needs a migration; an older program must not even begin with it. So does rubbish stay where it is.
    writeFileSync(at.file('session.json'), first);
    writeFileSync(at.file('device.json'), 'rubbish');
    const before = readdirSync(at.stateDir).map(name => [name, contentOf(at.file(name))]);
    await t.rejects(at.open(undefined, formatsOf(2)), {
      exitCode: 78,
      message:
        /newer Tonearm \(schema 3, known up to 2\).*mv \S+credentials\.json\.schema-2 \S+credentials\.json\./u,
    });
    await t.rejects(at.open(undefined, formatsOf(1)), { exitCode: 78, message: /^((?!put back).)*$/u });
    t.same(
      readdirSync(at.stateDir).map(name => [name, contentOf(at.file(name))]),
      before,
    );
    writeFileSync(at.file('credentials.json'), contentOf(at.file('credentials.json.schema-2')));
    t.same((await at.open(undefined, formatsOf(2))).credentials.value, credentials);
  },
);

t.test(
  'The store reads sessions in which nulls or usual values were written, and leaves them out',
  async t => {
    const plain = { ...session, closing: null, item: { ...item, trackId: null } };
    const whole = { ...session, exact: false, muted: true };
    const rows: [number, object, RegExp][] = [
      [2, plain, /null/],
      [3, whole, /false|TrackItem/],
    ];
    for (const [schema, value, leftOut] of rows) {
      const at = storeIn(t);
      mkdirSync(at.stateDir, { mode: 0o700 });
      writeFileSync(at.file('session.json'), JSON.stringify({ schema, ...value }), { mode: 0o600 });
      const store = await at.open();
      t.same(store.session.value, value);
      t.notMatch(contentOf(at.file('session.json')), leftOut);
      await store.close();
      t.same((await at.open()).session.value, value);
    }
    const at = storeIn(t);
    const store = await at.open();
    const rare = { ...whole, item: session.item && { ...session.item, typename: 'CustomTrackItem' } };
    await store.session.write(rare);
    await store.close();
    t.same((await at.open()).session.value, rare);
  },
);

t.test('without a copy nothing is replaced; what is in memory is good all the same', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir, { mode: 0o700 });
  writeFileSync(at.file('session.json'), first, { mode: 0o600 });
  // Something in the way that no write replaces.
  mkdirSync(at.file('session.json.schema-1/full'), { recursive: true });
  const store = await at.open(20);
  t.equal(store.session.value?.positionMs, 1234);
  t.equal(store.writable, false);
  await t.rejects(store.session.write({ ...session, positionMs: 5 }));
  t.equal(contentOf(at.file('session.json')), first, 'the old file stands');
  rmSync(at.file('session.json.schema-1'), { recursive: true });
  await store.session.write({ ...session, positionMs: 6 });
  t.equal(contentOf(at.file('session.json.schema-1')), first);
  t.match(JSON.parse(contentOf(at.file('session.json'))), { schema: 4, positionMs: 6 });
});
