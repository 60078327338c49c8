import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from 'node:tls';
import t from 'tap';
import { FileCertificate } from '../../../../src/control/transport/tls/files.js';
import { createSelfSigned } from '../../../../src/control/transport/tls/own.js';
import { createMemoryLogger, startFakeDevice } from '../../../rigs/control/device.js';
import { certificateIn } from '../../../rigs/control/tls.js';

function renewed(name: string) {
  return createSelfSigned({ name, days: 1 });
}

async function nameShownBy(port: number): Promise<string | readonly string[] | undefined> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

t.test('read again when they change; while they are no good, the last good one is shown on', async t => {
  const logger = createMemoryLogger();
  const { files, ...tls } = certificateIn(t.testdir(), { logger });
  const device = await startFakeDevice({ http: { tls } });
  t.teardown(device.stop);
  const { port } = device.server;
  t.equal(await nameShownBy(port), 'speaker.local');
  const next = await renewed('renewed');
  // As certbot does it: another file in the place of the old one.
  writeFileSync(`${files.keyFile}.new`, next.key);
  renameSync(`${files.keyFile}.new`, files.keyFile);
  t.equal(await nameShownBy(port), 'speaker.local', 'the key is not that of the certificate yet');
  writeFileSync(files.certFile, next.cert);
  t.equal(await nameShownBy(port), 'renewed');
  rmSync(files.certFile);
  t.equal(await nameShownBy(port), 'renewed');
  t.equal(await nameShownBy(port), 'renewed');
  const told = [
    { level: 'warn', message: /cannot be used/ },
    { level: 'info', message: /was reloaded/ },
    { level: 'warn', message: /CERT_FILE.*ENOENT/ },
  ];
  t.match(logger.lines, told);
  t.equal(logger.lines.length, told.length, 'each change is told once');
});

t.test('without a good pair to begin with there is no start', t => {
  const folder = t.testdir({ 'other.pem': 'rubbish' });
  const { files } = certificateIn(folder);
  const begin = (changed: Partial<typeof files>) => () =>
    new FileCertificate({ ...files, ...changed }, createMemoryLogger());
  t.throws(begin({ certFile: join(folder, 'none.pem') }), {
    exitCode: 78,
    message: /TONEARM_TLS_CERT_FILE.*none/,
  });
  t.throws(begin({ keyFile: join(folder, 'other.pem') }), { exitCode: 78, message: /TONEARM_TLS_KEY_FILE/ });
  t.end();
});
