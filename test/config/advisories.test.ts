/** `npm run advisories` with npm itself, against a registry that answers as npm's does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';

const PROGRAM = fileURLToPath(new URL('../../../config/advisories.mjs', import.meta.url));

const ADVISORY = {
  id: 1,
  url: 'https://example.org/advisory',
  title: 'Too many headers end the server',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
};

/** Runs it against a registry whose answer is `status` and, of each asked package, `advisories`. */
async function ask(t: Test, status: number, advisories: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    if (request.method === 'POST') asked.push(...Object.keys(JSON.parse(plain.toString()) as object));
    response.writeHead(status, { 'content-type': 'application/json' });
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const described = {
      name,
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name, version: '1.0.0' } },
    };
    const answer = request.method === 'POST' ? advisories : described;
    response.end(JSON.stringify(status === 200 ? answer : { error: 'not today' }));
  };
  const registry = createServer((request, response) => void answerTo(request, response));
  registry.listen(0, '127.0.0.1');
  t.teardown(() => registry.close());
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: t.testdir() },
  });
  const ended = once(child, 'exit') as Promise<[number]>;
  const [said, [code]] = await Promise.all([text(child.stdout), ended]);
  return { code, said, asked };
}

t.test('An advisory for a shipped package is told, and fails the job', async t => {
  const { code, said, asked } = await ask(t, 200, { ws: [ADVISORY] });
  t.equal(code, 1);
  t.match(
    said,
    /^ws <99\.0\.0: Too many headers end the server \(high\), https:\/\/example\.org\/advisory\n1 in all\n/,
  );
  t.ok(asked.includes('got'), 'asked of all that is shipped');
  t.notOk(asked.includes('tap'), 'and of nothing else');
});

t.test('No advisory is told as such', async t => {
  const { code, said } = await ask(t, 200);
  t.same([code, said], [0, 'no advisory for what is shipped\n']);
});

t.test('A registry that cannot be asked is told, and fails nothing', async t => {
  const { code, said } = await ask(t, 503);
  t.equal(code, 0);
  t.match(said, /^The advisories could not be read: /);
});
