import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { CHECKS } from '../../src/cli/doctor/checks.js';
import { examine } from '../../src/cli/doctor/examination.js';
import type { Check, Scene } from '../../src/cli/doctor/scene.js';
import { EXIT } from '../../src/contract/errors.js';
import { run } from '../rigs/cli/run.js';
import { PROGRAM } from '../rigs/program.js';
import { CERTIFICATE, KEY } from '../rigs/control/tls.js';
import { createPatient } from '../rigs/cli/patient.js';

t.jobs = 2;

t.test('a check that hangs or throws costs its own findings only, and no secret gets out', async t => {
  const patient = await createPatient(t);
  patient.program('avahi-browse', 'sleep 600 & sleep 600');
  const hung = await patient.look('discovery', {}, { TONEARM_MDNS: 'on' }, 200);
  t.match(hung, [{ level: 'warning', remedy: String }]);
  const checks: readonly Check[] = [
    { name: 'hangs', look: () => new Promise(() => undefined) },
    {
      name: 'throws',
      look: () => {
        throw new Error('a fault');
      },
    },
    {
      name: 'tells',
      look: (_scene, findings) => [findings.ok('the secret is the-secret-itself\u001b[2J\nhere')],
    },
  ];
  const environment = { TONEARM_CLIENT_SECRET: 'the-secret-itself' };
  const found = await examine({ config: null, environment, root: '/' } as unknown as Scene, checks, 50);
  t.match(found, [
    { check: 'hangs', level: 'warning', text: 'no result within 0.05 s', remedy: String },
    { check: 'throws', level: 'warning', text: 'could not be checked (a fault)' },
    { check: 'tells', text: 'the secret is [secret] [2J here' },
  ]);
});

t.test('every check bears a name of its own', t => {
  t.equal(new Set(CHECKS.map(({ name }) => name)).size, CHECKS.length);
  t.end();
});

t.test('a certificate for another name, and one that nobody vouches for', async t => {
  const patient = await createPatient(t);
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => response.end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const file = join(patient.root, 'cert.pem');
  writeFileSync(file, CERTIFICATE);
  // The certificate is for 127.0.0.1; the loopback has more addresses.
  const look = (host: string, more: NodeJS.ProcessEnv) =>
    run(['doctor'], { ...patient.environment, TONEARM_AUTH_URL: `https://${host}:${port}`, ...more });
  server.close();
  server.listen(port, '0.0.0.0');
  const [other, unknown] = await Promise.all([
    look('127.0.0.2', { NODE_EXTRA_CA_CERTS: file }),
    look('127.0.0.1', {}),
  ]);
  t.match(
    other.stdout,
    /^BROKEN +service +127\.0\.0\.2:\d+: its certificate is for another name .* → .*TONEARM_AUTH_URL must name/m,
  );
  t.match(unknown.stdout, /^BROKEN +service +127\.0\.0\.1:\d+: its certificate is self-signed .* → /m);
  t.equal(other.code, EXIT.fault);
});

t.test(
  'a disk that is full, and one that is read-only',
  { skip: whyNoNamespace(['mount']), buffered: true },
  async t => {
    const patient = await createPatient(t);
    const onDisk = async (options: string, before: string): Promise<string> => {
      const script = `mount -t tmpfs -o ${options} none "$1" && ${before}; exec "$2" "$3" doctor`;
      const words = ['--mount', 'sh', '-c', script, 'sh', patient.stateDir, process.execPath, PROGRAM];
      const child = spawn('unshare', words, {
        env: patient.environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return text(child.stdout);
    };
    const full = await onDisk('size=64k,mode=700', 'head -c 99999 /dev/zero > "$1/ballast" 2>/dev/null');
    t.match(full, /^BROKEN +disk +the disk is full: 0 MiB free .* → free some space/m);
    const tight = await onDisk('size=256k,mode=700', 'head -c 220000 /dev/zero > "$1/ballast"');
    t.match(tight, /^warning +disk +0 MiB free .* → free some space/m);
    const small = await onDisk('size=1m,mode=700', 'true');
    t.match(small, /^ok +disk +1 MiB free/m, 'small on purpose');
    const readOnly = await onDisk('mode=700', 'mount -o remount,ro "$1"');
    t.match(readOnly, /^BROKEN +disk +.* cannot be written by this user → .*why the disk is read-only/m);
  },
);
