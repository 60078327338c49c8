import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const CALLER = fileURLToPath(new URL('../rigs/service/tls-caller.js', import.meta.url));
const missing = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';

t.test('over TLS', { skip: missing }, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'service-tls-'));
  t.teardown(() => removeFolder(folder));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
  ]);
  t.equal(made.status, 0);
  let connections = 0;
  let requests = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    requests += 1;
    let text = '';
    request.on('data', chunk => (text += String(chunk)));
    request.on('end', () => {
      if (text.includes('second')) request.socket.destroy();
      else response.end('{"data":{"playback":{"setSource":{"id":"ST:1"}}}}');
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const call = async (trusted: string) => {
    const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: trusted };
    const { stdout } = await promisify(execFile)(process.execPath, [CALLER, url], { env });
    return JSON.parse(stdout) as unknown;
  };

  t.strictSame(
    await call(''),
    [
      ['offline', false],
      ['offline', false],
    ],
    'a certificate nobody vouches for: nothing was sent',
  );
  t.equal(requests, 0);
  connections = 0;
  t.strictSame(await call(cert), ['ST:1', ['offline', true]], 'cut after the request: the answer is lost');
  t.equal(requests, 2);
  t.equal(connections, 1, 'on one connection');
});
