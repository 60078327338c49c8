import t, { type Test } from 'tap';
import { createWays } from '../../src/player/ways.js';
import type { LoadRequest } from '../../src/ports.js';
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
  const ways = createWays(BOUNDS);
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

t.test('what is to follow never overtakes what it follows', async t => {
  const { handed, send } = setUp(t);
  // A name takes longer to be looked at than an address.
  await Promise.all([send(load(1, 'replace')), send(load(2, 'append', { url: 'http://127.0.0.1:9/x' }))]);
  t.strictSame(handed, [
    [1, 'replace', false],
    [2, 'append', false],
  ]);
});

t.test('what is dismissed on its way never arrives', async t => {
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

t.test('what is asked meanwhile counts', async t => {
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

t.test('what may not be opened is told in its turn', async t => {
  const ways = createWays({ ...BOUNDS, servicePeer: () => '8.8.8.8' });
  const handed: unknown[] = [];
  await ways.send(load(1, 'replace'), async ({ failed }) => void handed.push(failed));
  t.match(handed, [{ type: 'player.failed', loadId: 1, fault: 'private', positionMs: null }]);
});
