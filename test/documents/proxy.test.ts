import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { findFreePort } from '../../src/cli/demo/network.js';
import { parseEnvFile } from '../../src/config/env-file.js';
import { PATH_OF_SYSTEM } from '../fakes/machine/path.js';
import { connectClient } from '../fakes/phones/client.js';
import { createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';
import { CERTIFICATE, KEY } from '../rigs/control/tls.js';
import { blockOf } from '../rigs/documents/pages.js';

const PAGE = 'docs/tls-and-proxies.md';
const TOKEN = 'iM5Zf0pQ8w2Xr7Vb1Nc6Kd3Js9Lh4Tg5';
const HOST = 'music.example.com';
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH: PATH_OF_SYSTEM } }).status === 0;
const skip = noPlayer || (!hasNginx && 'nginx is missing');

/** The page's server, with ports and certificate of this test in place of those that are named. */
async function startNginx(t: Test, speakerPort: number): Promise<number> {
  const port = await findFreePort(23_000);
  const folder = t.testdir({ 'cert.pem': CERTIFICATE, 'key.pem': KEY });
  mkdirSync(join(folder, 'temporary'));
  const server = blockOf(PAGE, 'nginx', 'proxy_pass')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:8710', `127.0.0.1:${speakerPort}`)
    .replaceAll(`/etc/ssl/${HOST}`, folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${folder}/temporary/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid;
     error_log ${folder}/error.log; events {} http { ${temporary.join(' ')} access_log off; ${server} }`,
  );
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], {
    env: { PATH: PATH_OF_SYSTEM },
    stdio: 'inherit',
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  t.teardown(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return port;
}

t.test('behind the page’s nginx, with the page’s settings', { skip }, async t => {
  const rig = await createRig(t);
  const settings = parseEnvFile(blockOf(PAGE, 'ini', 'TONEARM_CONTROL_ORIGINS'));
  const { agent } = await rig.ready({ ...settings, TONEARM_CONTROL_TOKEN: TOKEN });
  const port = await startNginx(t, agent.port);
  const ask = (path: string, method = 'GET', origin = `https://${HOST}`) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: HOST, ...(method === 'POST' && { origin }) };
      request({ port, path, method, headers, rejectUnauthorized: false }, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  for (let tries = 0; (await ask('/').catch(() => null)) !== 200; tries += 1) {
    if (tries > 100) throw new Error(`nginx answers ${String(await ask('/'))}`);
    await sleep(100);
  }
  t.equal(await ask('/metrics'), 403, 'which the machine itself may read');
  t.equal(await ask('/pair/owner', 'POST'), 303, 'a browser may sign in');
  t.equal(await ask('/pair/owner', 'POST', 'https://elsewhere.example'), 403, 'not by another page');

  const browser = await connectClient(`wss://127.0.0.1:${port}/control`, {
    headers: { host: HOST, origin: `https://${HOST}` },
    rejectUnauthorized: false,
  });
  t.match(await browser.prove(TOKEN), { result: { role: 'owner' } });
  browser.ws.close();

  const { code, stderr } = await run(['ctl', '--url', `https://127.0.0.1:${port}/`, 'status'], {
    PATH: process.env['PATH'],
    HOME: rig.environment['HOME'],
    TONEARM_CONTROL_TOKEN: TOKEN,
  });
  t.equal(code, 1, 'ctl goes through no proxy');
  t.match(stderr, /token|proof/i);
});

t.test('without the origin in the settings browsers are refused, as the page says', { skip }, async t => {
  const rig = await createRig(t);
  const settings = Object.entries(parseEnvFile(blockOf(PAGE, 'ini', 'TONEARM_CONTROL_ORIGINS')));
  const rest = settings.filter(([name]) => name !== 'TONEARM_CONTROL_ORIGINS');
  t.equal(rest.length, settings.length - 1);
  const { agent } = await rig.ready(Object.fromEntries(rest));
  const headers = { origin: `https://${HOST}` };
  const { status } = await fetch(`${agent.url}/pair/owner`, { method: 'POST', headers, redirect: 'manual' });
  t.equal(status, 403);
});
