import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { type CheckedLoad, Ways } from '../../src/player/address/ways.js';
import type { LoadRequest } from '../../src/contract/ports.js';
import { BOUNDS } from './rig.js';

const load = (loadId: number, mode: LoadRequest['mode'], more: Partial<LoadRequest> = {}): LoadRequest => ({
  loadId,
  url: 'http://localhost:9/x',
  startMs: 0,
  gainDb: null,
  mode,
  paused: false,
  ...more,
});

function setUp(t: Test) {
  const ways = new Ways(BOUNDS);
  const handed: unknown[] = [];
  const send = (request: LoadRequest) =>
    ways.send(
      request,
      async ({ request: { loadId, mode, paused }, failed }) =>
        void handed.push(failed === null ? [loadId, mode, paused] : failed.fault),
    );
  t.teardown(() => ways.dismiss('all'));
  return { ways, handed, send };
}

t.test('A following load never overtakes the one before it', async t => {
  const { handed, send } = setUp(t);
  // A name takes longer to be looked at than an address.
  await Promise.all([send(load(1, 'replace')), send(load(2, 'append', { url: 'http://127.0.0.1:9/x' }))]);
  t.strictSame(handed, [
    [1, 'replace', false],
    [2, 'append', false],
  ]);
});

t.test('A dismissed load never arrives', async t => {
  const { ways, handed, send } = setUp(t);
  const sent = [send(load(1, 'replace')), send(load(2, 'append'))];
  t.strictSame(ways.dismiss('append'), [2]);
  sent.push(send(load(3, 'append')));
  await Promise.all(sent);
  t.strictSame(handed, [
    [1, 'replace', false],
    [3, 'append', false],
  ]);
  const last = send(load(4, 'replace'));
  t.strictSame(ways.dismiss('all'), [4]);
  await last;
  t.equal(handed.length, 2);
});

t.test('A pause or hurry during the look-up counts', async t => {
  const { ways, handed, send } = setUp(t);
  const sent = send(load(1, 'replace'));
  t.ok(ways.setPaused(true));
  await sent;
  t.notOk(ways.hurry(), 'nothing is on its way');
  const next = send(load(2, 'append', { paused: true }));
  t.ok(ways.hurry());
  await next;
  t.strictSame(handed, [
    [1, 'replace', true],
    [2, 'replace', false],
  ]);
});

t.test('A forbidden address fails in its turn', async t => {
  const ways = new Ways({ ...BOUNDS, servicePeer: () => '8.8.8.8' });
  const handed: unknown[] = [];
  await ways.send(load(1, 'replace'), async ({ failed }) => void handed.push(failed));
  t.match(handed, [{ type: 'player.failed', loadId: 1, fault: 'private', positionMs: null }]);
});

t.test('A host is asked where the load says so, and only there', async t => {
  const ways = new Ways(BOUNDS);
  let asked = 0;
  const host = createServer(({ url }, answer) => {
    asked += 1;
    if (url === '/led') answer.writeHead(302, { location: '/read' }).end();
    else if (url === '/whole') answer.writeHead(206, { 'content-range': 'bytes 0-0/*' }).end('x');
    else if (url === '/silent') answer.destroy();
    else answer.writeHead(206, url === '/packed' ? { 'content-encoding': 'gzip' } : {}).end('x');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  t.teardown(() => void host.close());
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  let loadId = 0;
  const outcome = async (url: string, more: Partial<LoadRequest> = {}) => {
    loadId += 1;
    const found: CheckedLoad[] = [];
    await ways.send(load(loadId, 'replace', { url, ...more }), async one => void found.push(one));
    return found.map(({ request, failed, shown }) => [failed?.fault ?? shown, request.url])[0];
  };
  t.strictSame(await outcome(`${origin}/led`), [null, `${origin}/led`]);
  t.equal(asked, 0);
  const probe = { well: origin };
  const rows = [
    ['/read', 'read', '/read'],
    ['/led', 'led', '/read'],
    ['/whole', 'led', '/whole'],
    ['/silent', 'silent', '/silent'],
    ['/packed', 'undecodable', '/packed'],
  ] as const;
  for (const [path, shown, at] of rows)
    t.strictSame(await outcome(origin + path, { probe }), [shown, origin + at], path);
  const gone = 'http://127.0.0.1:9/x';
  t.strictSame(await outcome(gone, { probe: { well: null } }), ['silent', gone]);
  t.strictSame(await outcome(gone, { probe }), ['unanswered', gone], 'another host answers');
});
