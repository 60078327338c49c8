import t from 'tap';
import { createHeldAppend, isInHand } from '../../src/player/sound/held-append.js';
import type { LoadRequest } from '../../src/contract/ports.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';

const request = (loadId: number): LoadRequest => ({
  loadId,
  url: 'http://audio.test/',
  startMs: 0,
  gainDb: null,
  mode: 'append',
  paused: false,
});

const fetched = { type: 'player.fetched', loadId: 1, positionMs: 9, lengthMs: 9 } as const;

t.test('in hand is what was fetched to its end, or what ends at once', async t => {
  const rows: readonly [string, boolean, unknown, number | null, number | null][] = [
    ['nothing is open', true, null, null, null],
    ['on its way', false, { eof: false, 'cache-end': 60 }, 180, 10],
    ['fetched to the end', true, { eof: true, 'cache-end': 179.9 }, 180, 10],
    ['broken off', false, { eof: true, 'cache-end': 60 }, 180, 10],
    ['of unknown length', true, { eof: true, 'cache-end': 60 }, null, 10],
    ['fetched to nobody knows where', true, { eof: true }, 180, 10],
    ['nearly over', true, { eof: false, 'cache-end': 179 }, 180, 177.5],
    ['nonsense', true, 'nonsense', 180, 10],
  ];
  for (const [name, expected, cache, duration, position] of rows) {
    t.equal(isInHand(cache, duration, position), expected, name);
  }
});

t.test('The player gets the replacement of a held item, never the item', async t => {
  const given: number[] = [];
  let eof = false;
  const held = createHeldAppend({
    ask: async property => (property === 'demuxer-cache-state' ? { eof } : 100),
    append: async ({ loadId }) => void given.push(loadId),
  });
  const settled = () => new Promise(resolve => setImmediate(resolve));
  // Both numbers are the same: at its end, unless the cache says otherwise.
  await held.hold(request(1));
  t.same(given, [1], 'nearly over');
  t.equal(held.take(), null);
  const waiting = createHeldAppend({
    ask: async property => (property === 'demuxer-cache-state' ? { eof } : property === 'duration' ? 100 : 1),
    append: async ({ loadId }) => void given.push(loadId),
  });
  await waiting.hold(request(2));
  await waiting.hold(request(3));
  waiting.look(fetched, undefined);
  await settled();
  t.same(given, [1]);
  eof = true;
  waiting.look(fetched, undefined);
  waiting.look(fetched, undefined);
  await settled();
  t.same(given, [1, 3]);
  waiting.look(fetched, undefined);
  await settled();
  t.same(given, [1, 3]);
});

t.test('a stream that breaks off is not followed by what was to come after it', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  const cut = await load({ url: server.address('tone/10?dropAt=200000') });
  await log.next('player.started', cut);
  const next = await load({ url: server.address('tone/60?n=next'), mode: 'append' });
  const ended = await log.next('player.ended', cut);
  t.ok(ended.positionMs < 3_000);
  await load({ url: server.address('tone/60') });
  await log.next('player.started');
  t.notOk(server.asked.some(path => path.includes('n=next')));
  t.notOk(log.all.some(event => event.type === 'player.started' && event.loadId === next));
});

t.test('The player plays a held item at once when asked', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  const slow = await load({ url: server.address('tone/60?stallAt=400000&stallMs=60000') });
  await log.next('player.started', slow);
  const next = await load({ url: server.address('tone/60?n=next'), mode: 'append' });
  await log.next('player.position', slow);
  t.notOk(
    server.asked.some(path => path.includes('n=next')),
    'not before all of the other was fetched',
  );
  await player.next();
  await log.next('player.stopped', slow);
  await log.next('player.started', next);
  const last = await load({ url: server.address('tone/60'), mode: 'append' });
  await player.dropAppended();
  await log.next('player.stopped', last);
});
