import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createNamespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import { createRig, skip } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';

const COPIED = /^The state was copied from another machine/;

/** A machine of another id; with `stateDir`, on which that cannot be written. */
async function createMachine(t: Test, id: string, stateDir: string | null = null) {
  const space = await createNamespace(t, ['mount']);
  const path = join(t.testdir(), 'machine-id');
  writeFileSync(path, `${id}\n`);
  space.run('mount --make-rprivate /; mount --bind "$1" /etc/machine-id', path);
  if (stateDir !== null) space.run('mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"', stateDir);
  return { before: space.words };
}

async function setUp(t: Test) {
  const rig = await createRig(t);
  const environment = { TONEARM_DEVICE_UUID: '' };
  const first = await createMachine(t, 'a'.repeat(32));
  const agent = await rig.start(environment, first);
  const token = await rig.pair(agent);
  const { deviceUuid } = await agent.line(/^Tonearm is ready/);
  const copyDir = `${rig.stateDir}-of-the-copy`;
  cpSync(rig.stateDir, copyDir, { recursive: true });
  const places = { TONEARM_STATE_DIR: copyDir, TONEARM_RUNTIME_DIR: `${rig.runtimeDir}-of-the-copy` };
  const copied = { ...environment, ...places };
  return { rig, agent, token, first, deviceUuid, copyDir, copied };
}

const pairingOf = async (url: string) =>
  ((await (await fetch(`${url}/healthz`)).json()) as { pairing: string }).pairing;

t.test(
  'A card copied for a second room becomes a speaker of its own',
  { skip: skip || whyNoNamespace(['mount']) },
  async t => {
    const { rig, agent, deviceUuid, token, copyDir, copied } = await setUp(t);
    const second = await createMachine(t, 'b'.repeat(32));
    const copy = await rig.start(copied, second);
    const ready = await copy.line(/^Tonearm is ready/);
    t.match(ready, { pairing: { is: 'unpaired' } });
    t.not(ready['deviceUuid'], deviceUuid);
    t.match(await copy.line(COPIED), { level: 'warn', keptAs: [String, String, String] });
    const asked = await fetch(`${copy.url}/rpc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'player.pause' }),
    });
    t.equal(asked.status, 401, 'a phone of the first room does not control the second');
    t.equal(await pairingOf(agent.url), 'paired', 'the first room is as it was');

    const report = await run(['doctor'], { ...rig.environment, ...copied }, { before: second.before });
    t.match(report.stdout, /copied from another machine/);
    await rig.pair(copy);
    await copy.end('SIGTERM');
    const again = await rig.start(copied, second);
    t.match(await again.line(/^Tonearm is ready/), {
      pairing: { is: 'paired' },
      deviceUuid: ready['deviceUuid'],
    });
    t.notMatch(again.stdout, /copied from another machine/, 'a restart is no copy');
    t.ok(readdirSync(copyDir).some(name => name.startsWith('credentials.json.copied-')));
  },
);

t.test(
  'A copied card that cannot be written has an id of its own and no keys',
  { skip: skip || whyNoNamespace(['mount']) },
  async t => {
    const { rig, deviceUuid, copyDir, copied } = await setUp(t);
    const before = readdirSync(copyDir).map(name => [name, readFileSync(join(copyDir, name), 'utf8')]);
    const second = await createMachine(t, 'b'.repeat(32), copyDir);
    const copy = await rig.start(copied, second);
    const ready = await copy.line(/^Tonearm is ready/);
    t.match(ready, { pairing: { is: 'unpaired' } });
    t.not(ready['deviceUuid'], deviceUuid);
    const report = await run(['doctor'], { ...rig.environment, ...copied }, { before: second.before });
    t.match(report.stdout, /copied from another machine/);
    await copy.end('SIGTERM');
    const again = await rig.start(copied, second);
    t.match(await again.line(/^Tonearm is ready/), {
      pairing: { is: 'unpaired' },
      deviceUuid: ready['deviceUuid'],
    });
    t.same(
      readdirSync(copyDir).map(name => [name, readFileSync(join(copyDir, name), 'utf8')]),
      before,
    );
  },
);
