import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Cell } from '../../src/contract/ports.js';
import type { DeviceRecord } from '../../src/contract/records.js';
import { deriveUuid, resolveDeviceUuid } from '../../src/store/device-uuid.js';
import { text } from '../../src/store/fields.js';
import { clientsFormat, credentialsFormat, deviceFormat, sessionFormat } from '../../src/store/formats.js';
import { type RecordFormat, parsePersisted, toPersisted } from '../../src/store/persisted.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';
import { credentials, session, temporaryFolder } from '../rigs/store/records.js';

type Readable<T> = Omit<RecordFormat<T>, 'toFields'>;
const parse = <T>(format: Readable<T>, fields: object) =>
  parsePersisted(format, JSON.stringify({ schema: format.schema, ...fields }));
const verifier = { storedKey: 's'.repeat(43), serverKey: 'r'.repeat(43) };
const client = { id: 'c', name: 'n', role: 'owner', verifier, createdMs: 1 };

t.test('every bad member is named, its content is not', async t => {
  const rows: [Readable<unknown>, object, string][] = [
    [deviceFormat, {}, 'deviceUuid is not a string'],
    [deviceFormat, { deviceUuid: '' }, 'deviceUuid has a length of 0'],
    [deviceFormat, { deviceUuid: 'x'.repeat(257) }, 'deviceUuid has a length of 257'],
    [deviceFormat, { schema: 0, deviceUuid: 'x' }, 'schema is below 1'],
    [deviceFormat, { schema: '1', deviceUuid: 'x' }, 'schema is not a number'],
    [deviceFormat, { schema: 1.5, deviceUuid: 'x' }, 'schema is not an integer'],
    [credentialsFormat, { ...credentials, refreshToken: null }, 'refreshToken is not a string'],
    [credentialsFormat, { ...credentials, accessToken: 7 }, 'accessToken is not a string'],
    [credentialsFormat, { ...credentials, expiresInS: '3' }, 'expiresInS is not a number'],
    [credentialsFormat, { ...credentials, obtainedAtMs: -1 }, 'obtainedAtMs is negative'],
    [credentialsFormat, { ...credentials, profileId: undefined }, 'profileId is not a string'],
    [sessionFormat, { ...session, wish: 'dancing' }, 'wish is not one of playing, paused, stopped'],
    [sessionFormat, { ...session, volume: 101 }, 'volume is above 100'],
    [sessionFormat, { ...session, muted: 'no' }, 'muted is not a boolean'],
    [sessionFormat, { ...session, source: [] }, 'source is not an object'],
    [
      sessionFormat,
      { ...session, source: { id: 'ST:1', type: 'ST', name: 3 } },
      'source.name is not a string',
    ],
    [sessionFormat, { ...session, item: { ...session.item, index: 1.5 } }, 'item.index is not an integer'],
    [sessionFormat, { ...session, item: { ...session.item, gainDb: '-7' } }, 'item.gainDb is not a number'],
    [
      sessionFormat,
      { ...session, item: { ...session.item, interactions: ['SKIP', 3] } },
      'item.interactions[1] is not a string',
    ],
    [clientsFormat, { clients: {} }, 'clients is not an array'],
    [clientsFormat, { clients: [client, null] }, 'clients[1] is not an object'],
    [
      clientsFormat,
      { clients: [{ ...client, verifier: { tokenHash: 'secret' } }] },
      'clients[0].verifier.tokenHash is not a SHA-256',
    ],
    [
      clientsFormat,
      { clients: [{ ...client, verifier: { ...verifier, serverKey: 'short' } }] },
      'clients[0].verifier.serverKey is not a SHA-256',
    ],
    [
      clientsFormat,
      { clients: [{ ...client, verifier: undefined }] },
      'clients[0].verifier is not an object',
    ],
    [clientsFormat, { clients: [{ ...client, lastSeenMs: null }] }, 'clients[0].lastSeenMs is not a number'],
    [
      clientsFormat,
      { clients: [{ ...client, role: 'admin' }] },
      'clients[0].role is not one of owner, guest',
    ],
    [clientsFormat, { clients: [{ ...client, volumeMax: 101 }] }, 'clients[0].volumeMax is above 100'],
    [clientsFormat, { clients: [{ ...client, expiresAtMs: '5' }] }, 'clients[0].expiresAtMs is not a number'],
  ];
  for (const [format, fields, problem] of rows) {
    t.same(parse(format, fields), { outcome: 'invalid', problem }, problem);
  }
  t.same(parsePersisted(deviceFormat, '{"schema":1e999}'), {
    outcome: 'invalid',
    problem: 'schema is not a number',
  });
  t.same(parsePersisted(credentialsFormat, 'refresh-secret'), { outcome: 'invalid', problem: 'not JSON' });
});

t.test('The reader returns written values and drops unknown members and addresses', async t => {
  t.same(parsePersisted(sessionFormat, toPersisted(sessionFormat, session)), {
    outcome: 'value',
    value: session,
    schema: 4,
  });
  const empty = { ...session, source: null, item: null, volume: null };
  t.same(parse(sessionFormat, empty), { outcome: 'value', value: empty, schema: 4 });
  const more = { ...session, extra: 1, item: { ...session.item, audioUrl: 'http://x/' } };
  t.same(parse(sessionFormat, more), { outcome: 'value', value: session, schema: 4 });
});

t.test('an older schema is brought up step by step, a newer one is left alone', async t => {
  const format: RecordFormat<{ name: string }> = {
    name: 'x.json',
    schema: 3,
    migrations: {
      1: fields => ({ label: fields['title'] }),
      2: fields => ({ name: fields['label'] }),
    },
    parse: fields => ({ name: text(fields['name'], 'name') }),
  };
  const value = (schema: number) => ({ outcome: 'value', value: { name: 'n' }, schema });
  t.same(parse(format, { schema: 1, title: 'n' }), value(1));
  t.same(parse(format, { schema: 2, label: 'n' }), value(2));
  t.same(parse(format, { schema: 3, name: 'n' }), value(3));
  t.same(parse(format, { schema: 4, name: 'n' }), { outcome: 'newer', schema: 4 });
  t.same(parse({ ...format, migrations: {} }, { schema: 1, title: 'n' }), {
    outcome: 'invalid',
    problem: 'there is no migration from schema 1 to 2',
  });
});

t.test('the device id: configured, else kept, else derived, else random', async t => {
  const folder = temporaryFolder(t);
  const machineIdPath = join(folder, 'machine-id');
  const logger = createRecordingLogger();
  const deviceCell = (deviceUuid: string | null, fails = false) => {
    const written: DeviceRecord[] = [];
    const device: Cell<DeviceRecord> = {
      value: deviceUuid === null ? null : { deviceUuid },
      write: value => {
        written.push(value);
        return fails ? Promise.reject(new Error('no')) : Promise.resolve();
      },
      remove: () => Promise.resolve(),
    };
    return { device, written };
  };
  const resolve = (cell: ReturnType<typeof deviceCell>, configured: string | null) =>
    resolveDeviceUuid({
      device: cell.device,
      configured,
      stateDir: folder,
      logger,
      machineId: { path: machineIdPath },
    });

  const configured = deviceCell('kept');
  t.equal(await resolve(configured, 'wanted'), 'wanted');
  t.same(configured.written, [{ deviceUuid: 'wanted' }]);
  const kept = deviceCell('kept');
  t.equal(await resolve(kept, null), 'kept');
  t.same(kept.written, [], 'nothing to write');

  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([45])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  t.equal(uuid.exec(await resolve(deviceCell(null), null))?.[1], '4', 'random without a machine id');
  writeFileSync(machineIdPath, 'uninitialized\n');
  t.equal(uuid.exec(await resolve(deviceCell(null), null))?.[1], '4', 'random before the first boot');
  writeFileSync(machineIdPath, `${'0123456789abcdef'.repeat(2)}\n`);
  const derived = await resolve(deviceCell(null), null);
  t.equal(uuid.exec(derived)?.[1], '5');
  t.equal(await resolve(deviceCell(null, true), null), derived, 'the same again, though it cannot be kept');
  t.same(logger.messages('warn'), ['The device id could not be saved.']);
  t.not(deriveUuid('0123456789abcdef'.repeat(2), '/'), derived, 'another directory, another device');
});
