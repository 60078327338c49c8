import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import t from 'tap';
import { endsBySignal } from '../rigs/agent/process.js';
import { createRig, skip } from '../rigs/agent/rig.js';

/** SHA-256 of the certificate that is shown there; no authority is asked. */
async function shownAt(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return /^HTTP\/1.1 200 /.test(String(answer)) ? fingerprint256 : String(answer);
}

t.test(
  'as it is installed, the port answers TLS by a certificate that outlives a restart',
  { skip },
  async t => {
    const rig = await createRig(t);
    const agent = await rig.start();
    t.equal((await fetch(`${agent.url}/healthz`)).status, 200, 'plain http, as ever');
    const shown = await shownAt(agent.port);
    t.match(shown, /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const file = join(rig.stateDir, 'certificate.json');
    t.equal(statSync(file).mode & 0o777, 0o600);
    t.match(JSON.parse(readFileSync(file, 'utf8')), { schema: 1, cert: /^-----BEGIN/, key: /^-----BEGIN/ });
    await endsBySignal(agent, 'SIGTERM');
    const again = await rig.start();
    t.equal(await shownAt(again.port), shown);
    t.notMatch(agent.stdout + again.stdout, 'PRIVATE KEY');
  },
);

t.test('TLS alone', { skip }, async t => {
  const rig = await createRig(t);
  const agent = await rig.start({ TONEARM_TLS: 'only' });
  const page = await fetch(agent.url, { redirect: 'manual' });
  t.equal(page.status, 307);
  t.equal(page.headers.get('location'), `${agent.url.replace('http:', 'https:')}/`);
  t.equal((await fetch(`${agent.url}/rpc`, { method: 'POST' })).status, 403);
  t.match(await shownAt(agent.port), /^[0-9A-F:]{95}$/);
});
