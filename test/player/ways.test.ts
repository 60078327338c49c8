import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createWays } from '../../src/player/address/ways.js';
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

const clock = { steadyMs: () => 0 };

function setUp(t: Test) {
  const ways = createWays(BOUNDS, clock);
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
  const ways = createWays({ ...BOUNDS, servicePeer: () => '8.8.8.8' }, clock);
  const handed: unknown[] = [];
  await ways.send(load(1, 'replace'), async ({ failed }) => void handed.push(failed));
  t.match(handed, [{ type: 'player.failed', loadId: 1, fault: 'private', positionMs: null }]);
});

t.test(
  'a host is asked about what mpv opened in vain for long, and not about what somebody skipped',
  async t => {
    let nowMs = 0;
    const ways = createWays(BOUNDS, { steadyMs: () => nowMs });
    let asked = 0;
    let encoding = 'gzip';
    const host = createServer((_, answer) => {
      asked += 1;
      answer.writeHead(206, { 'content-encoding': encoding }).end();
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    t.teardown(() => void host.close());
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/x`;
    const outcome = async (loadId: number, mode: LoadRequest['mode'] = 'replace') => {
      let fault: string | null = null;
      await ways.send(
        load(loadId, mode, { url }),
        async ({ failed }) => void (fault = failed?.fault ?? null),
      );
      return [fault, asked];
    };
    const stop = (loadId: number, afterMs: number) => {
      nowMs += afterMs;
      ways.observe({ type: 'player.stopped', loadId });
    };
    t.strictSame(await outcome(1), [null, 0]);
    stop(1, 3_000);
    t.strictSame(await outcome(2), [null, 0], 'skipped');
    ways.observe({ type: 'player.started', loadId: 2, positionMs: 0, lengthMs: null });
    stop(2, 30_000);
    t.strictSame(await outcome(3, 'append'), [null, 0], 'played');
    stop(3, 30_000);
    t.strictSame(await outcome(4), [null, 0], 'waited for its turn');
    stop(4, 15_000);
    t.strictSame(await outcome(5), ['undecodable', 1], 'not even compressed audio is read so');
    encoding = 'identity';
    t.strictSame(await outcome(6), [null, 2]);
    t.strictSame(await outcome(7), [null, 2], 'it is good again');
  },
);
