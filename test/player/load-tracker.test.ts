import t from 'tap';
import type { PlayerEvent } from '../../src/core/player-event.js';
import { createLoadTracker } from '../../src/player/load-tracker.js';
import type { MpvEvent } from '../../src/player/mpv-message.js';

/** A tracker, a clock that is set, and an mpv whose properties are set. */
function createBench() {
  const told: PlayerEvent[] = [];
  const properties: Record<string, unknown> = { 'time-pos': 0, duration: 60, 'current-ao': 'null' };
  let nowMs = 5000;
  const clock = { epochMs: () => 0, steadyMs: () => nowMs };
  const tracker = createLoadTracker({
    clock,
    emit: event => void told.push(event),
    ask: name => Promise.resolve(properties[name] ?? null),
  });
  const settle = () => new Promise<void>(resolve => setImmediate(resolve));
  const set = (property: string, data: unknown): MpvEvent => ({ event: 'property-change', property, data });
  return {
    tracker,
    told,
    properties,
    settle,
    set,
    at: (elapsedMs: number, seconds: number) => {
      nowMs = 5000 + elapsedMs;
      tracker.sound.see(seconds);
    },
    take: () => told.splice(0),
    begin: async (loadId: number, entryId: number, startMs = 0) => {
      const request = {
        loadId,
        url: 'http://x/',
        startMs,
        gainDb: null,
        mode: 'replace',
        paused: false,
      } as const;
      tracker.claim(request, entryId);
      tracker.handle({ event: 'start-file', entryId });
      tracker.handle({ event: 'file-loaded' });
      tracker.handle({ event: 'playback-restart' });
      await settle();
    },
  };
}

t.test('positions: once a second, and at once when they are not where they are expected', async t => {
  const { begin, at, take, tracker, set } = createBench();
  await begin(1, 1);
  t.strictSame(take(), [
    { type: 'player.started', loadId: 1, positionMs: 0, lengthMs: 60_000, isOpen: true },
  ]);
  for (const ms of [100, 500, 950]) at(ms, ms / 1000);
  t.strictSame(take(), []);
  at(1050, 1.05);
  at(1500, 1.45);
  t.strictSame(take(), [{ type: 'player.position', loadId: 1, positionMs: 1050 }]);
  at(1600, 1.45);
  t.strictSame(take(), [{ type: 'player.position', loadId: 1, positionMs: 1450 }], 'it fell behind');
  tracker.handle(set('pause', true));
  at(9000, 1.46);
  tracker.handle(set('pause', false));
  at(9050, 1.5);
  t.strictSame(take(), [], 'a pause is no departure');
  at(9100, -0.3);
  tracker.sound.see('soon');
  t.strictSame(take(), []);
});

t.test('a load that follows without a gap counts from zero once its own samples sound', async t => {
  const { begin, at, take, properties } = createBench();
  properties['time-pos'] = -0.358;
  await begin(2, 2);
  t.match(take(), [{ type: 'player.started', positionMs: 0 }]);
  at(200, -0.15);
  t.strictSame(take(), []);
  at(400, 0.04);
  t.strictSame(take(), [{ type: 'player.position', loadId: 2, positionMs: 40 }]);
});

t.test('nothing is told between a seek and its landing', async t => {
  const { begin, at, take, tracker, properties, settle } = createBench();
  await begin(1, 1);
  take();
  tracker.sound.aim.send(30_000);
  tracker.handle({ event: 'seek' });
  at(100, 30);
  t.strictSame(take(), []);
  properties['time-pos'] = 29.85;
  tracker.handle({ event: 'playback-restart' });
  await settle();
  t.strictSame(take(), [{ type: 'player.seeked', loadId: 1, positionMs: 30_000 }]);
  at(1200, 31.1);
  t.match(take(), [{ type: 'player.position', positionMs: 31_100 }]);
});

t.test('a file that ends before the landing of a seek was told ends where it was sent', async t => {
  const { begin, take, tracker, settle } = createBench();
  await begin(1, 1);
  take();
  tracker.sound.aim.send(60_000);
  tracker.handle({ event: 'seek' });
  tracker.handle({ event: 'playback-restart' });
  tracker.handle({ event: 'end-file', entryId: 1, reason: 'eof', fileError: null });
  await settle();
  t.match(take(), [{ type: 'player.ended', positionMs: 60_000 }]);
});

t.test('of two seeks only the last one lands', async t => {
  const { begin, take, tracker, settle, properties } = createBench();
  await begin(1, 1);
  take();
  tracker.sound.aim.send(0);
  tracker.handle({ event: 'seek' });
  tracker.handle({ event: 'playback-restart' });
  tracker.sound.aim.send(40_000);
  tracker.handle({ event: 'seek' });
  await settle();
  t.strictSame(take(), []);
  properties['time-pos'] = 39.9;
  tracker.handle({ event: 'playback-restart' });
  await settle();
  t.match(take(), [{ type: 'player.seeked', positionMs: 40_000 }]);
});

t.test('no sound device: mpv says that playback begins, the tracker does not', async t => {
  const { begin, take, tracker, properties, settle } = createBench();
  properties['current-ao'] = null;
  await begin(1, 1);
  t.strictSame(take(), []);
  const fileError = 'audio output initialization failed';
  tracker.handle({ event: 'end-file', entryId: 1, reason: 'error', fileError });
  await settle();
  t.match(take(), [{ type: 'player.failed', loadId: 1, fault: 'device', positionMs: null }]);
});

t.test('ended, stopped and failed are told apart, with the right load', async t => {
  const { begin, at, take, tracker, settle } = createBench();
  const rows = [
    ['eof', 'player.ended'],
    ['stop', 'player.stopped'],
    ['quit', 'player.stopped'],
    ['redirect', 'player.stopped'],
    ['error', 'player.failed'],
    ['unheard-of', 'player.failed'],
  ] as const;
  for (const [index, [reason, type]] of rows.entries()) {
    at(0, 0);
    await begin(10 + index, index);
    take();
    at(4000, 4);
    take();
    tracker.handle({ event: 'end-file', entryId: 99, reason, fileError: null });
    tracker.handle({ event: 'end-file', entryId: index, reason, fileError: null });
    tracker.handle({ event: 'end-file', entryId: index, reason, fileError: null });
    await settle();
    const end = { type, loadId: 10 + index, ...(type === 'player.stopped' ? {} : { positionMs: 4000 }) };
    t.match(take(), [end], reason);
  }
});

t.test('starving and flowing are told once each, and only while something plays', async t => {
  const { begin, at, take, tracker, set } = createBench();
  tracker.handle(set('paused-for-cache', false));
  await begin(1, 1);
  at(1500, 1.5);
  take();
  tracker.handle(set('paused-for-cache', true));
  tracker.handle(set('paused-for-cache', true));
  at(5000, 1.5);
  tracker.handle(set('paused-for-cache', false));
  at(5100, 1.6);
  t.strictSame(take(), [
    { type: 'player.starved', loadId: 1, positionMs: 1500 },
    { type: 'player.flowing', loadId: 1, positionMs: 1500 },
  ]);
});

t.test('a very short load has started before it ends; a closed tracker is silent', async t => {
  const { take, tracker, settle, begin } = createBench();
  const begun = begin(1, 1);
  tracker.handle({ event: 'end-file', entryId: 1, reason: 'eof', fileError: null });
  await begun;
  t.match(take(), [{ type: 'player.started' }, { type: 'player.ended' }]);
  await begin(2, 2);
  take();
  t.equal(tracker.busy, true);
  tracker.close();
  tracker.handle({ event: 'end-file', entryId: 2, reason: 'error', fileError: null });
  await settle();
  t.strictSame(take(), []);
});

t.test('that no more data will come is told once, with the length the file states', async t => {
  const { begin, at, take, tracker, properties, settle, set } = createBench();
  let seconds = 0;
  /** A second further on. */
  const look = async (cache: unknown) => {
    properties['demuxer-cache-state'] = cache;
    seconds += 1.1;
    at(seconds * 1_000, seconds);
    await settle();
    return take().filter(({ type }) => type !== 'player.position');
  };
  await begin(1, 1);
  take();
  t.strictSame(await look({ 'cache-end': 40, eof: false }), [], 'what fits has been fetched');
  const fetched = { type: 'player.fetched', loadId: 1, positionMs: 59_900, lengthMs: 60_000 };
  t.strictSame(await look({ 'cache-end': 59.9, eof: true }), [fetched]);
  t.strictSame(await look({ 'cache-end': 59.9, eof: true }), []);

  // What mpv says of a stream without a length is how far it has got, and grows.
  properties['duration'] = 3.2;
  properties['demuxer-cache-state'] = { 'cache-end': 3.1, eof: false };
  await begin(2, 2);
  t.strictSame(take().at(-1), {
    type: 'player.started',
    loadId: 2,
    positionMs: 0,
    lengthMs: null,
    isOpen: true,
  });
  tracker.handle(set('duration', 8));
  tracker.handle({ event: 'end-file', entryId: 2, reason: 'eof', fileError: null });
  t.match(take().at(-1), { type: 'player.ended', loadId: 2, lengthMs: null });
});
