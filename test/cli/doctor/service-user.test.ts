import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createPatient } from '../../rigs/cli/patient.js';

const FILES = [
  ['TONEARM_CLIENT_SECRET_FILE', '/etc/tonearm/client-secret'],
  ['TONEARM_TLS_CERT_FILE', '/etc/tonearm/cert.pem'],
  ['TONEARM_TLS_KEY_FILE', '/etc/tonearm/key.pem'],
  ['TONEARM_EVENT_COMMAND', '/usr/local/bin/amplifier'],
] as const;

/** A machine with the package, whose service may use what everybody may. */
async function setUp(test: Parameters<typeof createPatient>[0]) {
  const patient = await createPatient(test);
  patient.program('systemctl', 'echo tonearm');
  patient.program(
    'setpriv',
    `[ "$1 $2 $3 $4" = '--reuid=tonearm --regid=tonearm --init-groups test' ] || { echo no >&2; exit 1; }
case $5$(stat -c %a "$6") in -r*[4567] | -x*[1357]) ;; *) exit 1 ;; esac`,
  );
  const put = (path: string, mode: number, text = 'x') => {
    patient.file(path, text);
    chmodSync(join(patient.root, path), mode);
  };
  const settings = (lines: string, name = 'tonearm') => put(`etc/tonearm/${name}.env`, 0o600, lines);
  return { patient, put, settings, look: () => patient.lines('configuration', { isRoot: true }) };
}

t.test('a file that root may read and the service’s user may not is named, with a remedy', async t => {
  const { patient, put, settings, look } = await setUp(t);
  settings(FILES.map(([name, path]) => `${name}=${path}\n`).join(''));
  t.match(await look(), [/^ok configuration: valid/], 'what is not there has problems of its own');
  for (const [, path] of FILES) put(path, 0o700);
  const lines = await look();
  t.match(lines, [
    /^broken configuration: TONEARM_CLIENT_SECRET_FILE in \/etc\/tonearm\/tonearm\.env names \/etc\/tonearm\/client-secret, which the service’s user tonearm may not read → sudo chgrp tonearm \/etc\/tonearm\/client-secret; sudo chmod g\+r \/etc\/tonearm\/client-secret; .*; or, if client-secret\.conf .* unset$/,
    /^broken configuration: TONEARM_TLS_CERT_FILE .* → sudo chgrp tonearm \/etc\/tonearm\/cert\.pem; sudo chmod g\+r /,
    /^broken configuration: TONEARM_TLS_KEY_FILE /,
    /^warning configuration: TONEARM_EVENT_COMMAND .* may not run → .*chmod g\+rx /,
  ]);
  t.equal(lines.length, 4, 'and it is not called valid');
  t.match(await patient.lines('configuration'), [/^ok configuration: valid/], 'only root can try');
  for (const [, path] of FILES) put(path, 0o755);
  t.match(await look(), [/^ok configuration: valid/], 'open to everybody');
});

t.test('Doctor names a file in a place that the service cannot see', async t => {
  const { patient, put, settings, look } = await setUp(t);
  put('home/someone/secret', 0o644);
  settings('TONEARM_CLIENT_SECRET_FILE=/home/someone/secret\n', 'kitchen');
  t.match(await look(), [
    /^broken .* → the service cannot see \/home\/someone: move the file to \/etc\/tonearm;/,
  ]);
  settings('TONEARM_CLIENT_SECRET=s\nTONEARM_CLIENT_SECRET_FILE=/home/someone/secret\n', 'kitchen');
  t.match(await look(), [/^ok/], 'which is not read');
  settings('TONEARM_CLIENT_SECRET_FILE=/home/someone/secret\n');
  patient.program('systemctl', 'exit 1');
  t.match(await look(), [/^ok/], 'nobody’s rights count where there is no service');
});

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
