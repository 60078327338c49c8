import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { createPatient } from '../../rigs/cli/patient.js';

const OWN_GROUP = process.getgid?.() ?? 0;
/** Nobody's here: whoever runs this owns the files. */
const OTHER = 61_234;
const FILES = [
  ['TONEARM_CLIENT_SECRET_FILE', '/etc/tonearm/client-secret'],
  ['TONEARM_TLS_CERT_FILE', '/etc/tonearm/cert.pem'],
  ['TONEARM_TLS_KEY_FILE', '/etc/tonearm/key.pem'],
  ['TONEARM_EVENT_COMMAND', '/usr/local/bin/amplifier'],
] as const;

/** A machine with the package, whose service has a user in none of the groups of the files. */
async function setUp(test: Parameters<typeof createPatient>[0]) {
  const patient = await createPatient(test);
  patient.file('usr/lib/systemd/system/tonearm.service', '[Service]\nUser=tonearm\n');
  const user = (group: number) => {
    patient.file('etc/passwd', `root:x:0:0::/root:/bin/sh\ntonearm:x:${OTHER}:${OTHER}::/:/bin/false\n`);
    patient.file('etc/group', `tonearm:x:${OTHER}:\naudio:x:${group}:somebody,tonearm\n`);
  };
  user(OTHER + 1);
  const put = (path: string, mode: number, text = 'x') => {
    patient.file(path, text);
    chmodSync(join(patient.root, path), mode);
  };
  const settings = (lines: string, name = 'tonearm') => put(`etc/tonearm/${name}.env`, 0o600, lines);
  return { patient, user, put, settings, look: () => patient.lines('configuration') };
}

t.test('a file that root may read and the service’s user may not is named, with a remedy', async t => {
  const { user, put, settings, look } = await setUp(t);
  settings(FILES.map(([name, path]) => `${name}=${path}\n`).join(''));
  t.match(await look(), [/^ok configuration: valid/], 'what is not there has problems of its own');
  for (const [, path] of FILES) put(path, 0o700);
  const lines = await look();
  t.match(lines, [
    /^broken configuration: TONEARM_CLIENT_SECRET_FILE in \/etc\/tonearm\/tonearm\.env names \/etc\/tonearm\/client-secret, which the service’s user tonearm may not read → sudo chgrp tonearm \/etc\/tonearm\/client-secret; sudo chmod g\+r \/etc\/tonearm\/client-secret; or, if client-secret\.conf .* unset$/,
    /^broken configuration: TONEARM_TLS_CERT_FILE .* → sudo chgrp tonearm \/etc\/tonearm\/cert\.pem; sudo chmod g\+r /,
    /^broken configuration: TONEARM_TLS_KEY_FILE /,
    /^warning configuration: TONEARM_EVENT_COMMAND .* may not run → .*chmod g\+rx /,
  ]);
  t.equal(lines.length, 4, 'and it is not called valid');
  for (const [, path] of FILES) put(path, 0o750);
  t.equal((await look()).length, 4, 'a group that he is not in');
  user(OWN_GROUP);
  t.match(await look(), [/^ok configuration: valid/], 'one of his groups');
  user(OTHER + 1);
  for (const [, path] of FILES) put(path, 0o755);
  t.match(await look(), [/^ok configuration: valid/], 'open to everybody');
});

t.test('Doctor names a file behind a closed folder, a link or a hidden place', async t => {
  const { patient, put, settings, look } = await setUp(t);
  settings('TONEARM_TLS_CERT_FILE=/etc/live/cert.pem\n', 'kitchen');
  put('etc/archive/cert1.pem', 0o644);
  mkdirSync(join(patient.root, 'etc/live'));
  symlinkSync('../archive/cert1.pem', join(patient.root, 'etc/live/cert.pem'));
  t.match(await look(), [/^ok/]);
  chmodSync(join(patient.root, dirname('etc/archive/cert1.pem')), 0o700);
  t.match(await look(), [
    /^broken configuration: TONEARM_TLS_CERT_FILE in \/etc\/tonearm\/kitchen\.env .* → sudo chgrp tonearm \/etc\/archive; sudo chmod g\+x \/etc\/archive$/,
  ]);
  put('home/someone/secret', 0o644);
  settings('TONEARM_CLIENT_SECRET_FILE=/home/someone/secret\n', 'kitchen');
  t.match(await look(), [
    /^broken .* → the service cannot see \/home\/someone: move the file to \/etc\/tonearm;/,
  ]);
  settings('TONEARM_CLIENT_SECRET=s\nTONEARM_CLIENT_SECRET_FILE=/home/someone/secret\n', 'kitchen');
  t.match(await look(), [/^ok/], 'which is not read');
});

t.test(
  'a service that the administrator runs as somebody else is not judged by the user of the package',
  async t => {
    const { patient, put, settings, look } = await setUp(t);
    settings('TONEARM_CLIENT_SECRET_FILE=/etc/tonearm/client-secret\n');
    put('etc/tonearm/client-secret', 0o600);
    patient.file(
      'etc/systemd/system/tonearm.service.d/client-secret.conf',
      '[Service]\nLoadCredential=a:/b\n',
    );
    t.match(await look(), [/^broken/]);
    patient.file('etc/systemd/system/tonearm.service.d/override.conf', '[Service]\nUser=ada\n');
    t.match(await look(), [/^ok/]);
  },
);

t.test('a credential whose file does not exist is the one thing that is broken', async t => {
  const { patient, put } = await setUp(t);
  const none = { TONEARM_CLIENT_SECRET: '' };
  const conf = (name: string, path: string) =>
    put(
      `etc/systemd/system/${name}/client-secret.conf`,
      0o644,
      `[Service]\nLoadCredential=client-secret:${path}\n`,
    );
  const broken = async (more = {}) =>
    (await Promise.all(['configuration', 'account'].map(check => patient.lines(check, more, none))))
      .flat()
      .filter(line => line.startsWith('broken'));
  conf('tonearm.service.d', '/etc/tonearm/client-secret');
  const lines = await broken({ isRoot: true });
  t.match(lines, [
    /^broken configuration: \/etc\/systemd\/system\/tonearm\.service\.d\/client-secret\.conf names \/etc\/tonearm\/client-secret, which does not exist: systemd does not start the service → write the secret to it: sudo install -m 600 \/dev\/stdin \/etc\/tonearm\/client-secret \(.*\); if there is no secret, sudo rm .*client-secret\.conf; then sudo systemctl daemon-reload and sudo systemctl restart tonearm$/,
  ]);
  t.equal(lines.length, 1);
  put('etc/tonearm/client-secret', 0o600);
  t.notMatch((await broken()).join(), /does not exist/);
  conf('tonearm@.service.d', '/etc/tonearm/%i.secret');
  t.notMatch((await broken()).join(), /does not exist/, 'of other speakers');
  t.match(
    (await broken({ instance: 'kitchen' }))[0],
    / names \/etc\/tonearm\/kitchen\.secret, .* restart tonearm@kitchen$/,
  );
});

t.test('Doctor checks nobody else’s rights where the package’s service is missing', async t => {
  const patient = await createPatient(t);
  patient.file('etc/tonearm/tonearm.env', 'TONEARM_CLIENT_SECRET_FILE=/etc/tonearm/client-secret\n');
  patient.file('etc/tonearm/client-secret', 'x');
  chmodSync(join(patient.root, 'etc/tonearm/client-secret'), 0o600);
  t.match(await patient.lines('configuration'), [/^ok/]);
  patient.file('etc/passwd', `tonearm:x:${OTHER}:${OTHER}::/:/bin/false\n`);
  t.match(await patient.lines('configuration'), [/^ok/]);
});
