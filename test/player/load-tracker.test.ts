import t from 'tap';
import type { PlayerEvent } from '../../src/core/vocabulary/player-event.js';
import { LoadTracker } from '../../src/player/sound/load-tracker.js';
import type { MpvEvent } from '../../src/player/wire/mpv-message.js';

/** A tracker, a clock that is set, and an mpv whose properties are set. */
function createBench() {
  const told: PlayerEvent[] = [];
  const properties: Record<string, unknown> = { 'audio-pts': 0, duration: 60, 'current-ao': 'null' };
  const asked: (readonly [string, null | undefined])[] = [];
  let nowMs = 5000;
  const clock = { epochMs: () => 0, steadyMs: () => nowMs };
  const tracker = new LoadTracker({
    clock,
    onTrouble(trouble) {
      if (trouble === 'endless') told.push({ type: 'player.died', detail: 'killed', silentMs: 0 });
      else told.push({ type: 'player.stopped', loadId: trouble === 'standstill' ? -1 : -2 });
    },
    emit: event => void told.push(event),
    ask: (name, settings) => {
      asked.push([name, settings?.timeoutMs]);
      return Promise.resolve(properties[name] ?? null);
    },
  });
  const settle = () => new Promise<void>(resolve => setImmediate(resolve));
  const set = (property: string, data: unknown): MpvEvent => ({ event: 'property-change', property, data });
  return {
    tracker,
    told,
    asked,
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

t.test('positions: each that is asked for, while it sounds', async t => {
  const { begin, at, take, tracker, set } = createBench();
  await begin(1, 1);
  t.strictSame(take(), [
    { type: 'player.started', loadId: 1, positionMs: 0, lengthMs: 60_000, isOpen: true },
  ]);
  at(1000, 1);
  at(2000, 1.85);
  t.strictSame(take(), [
    { type: 'player.position', loadId: 1, positionMs: 1000 },
    { type: 'player.position', loadId: 1, positionMs: 1850 },
  ]);
  tracker.handle(set('pause', true));
  at(9000, 1.86);
  t.strictSame(take(), [], 'paused');
  tracker.handle(set('pause', false));
  at(9100, -0.3);
  tracker.sound.see('soon');
  t.strictSame(take(), []);
});

t.test('a look asks for the position, and for the data until their end is known', async t => {
  const { begin, take, tracker, properties, asked } = createBench();
  await begin(1, 1);
  take();
  asked.splice(0);
  properties['audio-pts'] = 7;
  await tracker.look();
  t.strictSame(asked.splice(0), [
    ['audio-pts', null],
    ['demuxer-cache-state', null],
  ]);
  t.strictSame(take(), [{ type: 'player.position', loadId: 1, positionMs: 7000 }]);
  properties['demuxer-cache-state'] = { eof: true, 'cache-end': 60 };
  await tracker.look();
  t.match(take(), [{ type: 'player.position' }, { type: 'player.fetched', positionMs: 60_000 }]);
  asked.splice(0);
  await tracker.look();
  t.strictSame(asked, [['audio-pts', null]]);
  tracker.close();
  take();
  await tracker.look();
  t.strictSame(take(), []);
});

t.test('a load that follows without a gap counts from zero once its own samples sound', async t => {
  const { begin, at, take, properties } = createBench();
  properties['audio-pts'] = -0.358;
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
  properties['audio-pts'] = 29.85;
  tracker.handle({ event: 'playback-restart' });
  await settle();
  t.strictSame(take(), [{ type: 'player.seeked', loadId: 1, positionMs: 30_000 }]);
  at(1200, 31.1);
  t.match(take(), [{ type: 'player.position', positionMs: 31_100 }]);
});

t.test('A seek makes the tracker tell the fetched end again', async t => {
  const { begin, take, tracker, settle, properties } = createBench();
  const isOver = (eof: boolean, end: number) => {
    properties['demuxer-cache-state'] = { eof, 'cache-end': end };
  };
  await begin(1, 1);
  isOver(true, 20);
  await tracker.look();
  t.match(take().at(-1), { type: 'player.fetched', positionMs: 20_000 }, 'dropped');
  isOver(false, 41);
  tracker.sound.aim.send(40_000);
  tracker.handle({ event: 'seek' });
  properties['audio-pts'] = 40;
  tracker.handle({ event: 'playback-restart' });
  await settle();
  isOver(true, 60);
  await tracker.look();
  t.match(take().at(-1), { type: 'player.fetched', positionMs: 60_000 });
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

t.test('The last of two seeks alone lands', async t => {
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
  properties['audio-pts'] = 39.9;
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

t.test('A load begun with late data ends where mpv finally says', async t => {
  const { begin, at, take, tracker, properties, set } = createBench();
  properties['duration'] = 0.6;
  properties['demuxer-cache-state'] = { eof: false, 'cache-end': 0.4 };
  await begin(1, 1);
  t.match(take(), [{ type: 'player.started', lengthMs: null }]);
  at(500, 0.5);
  take();
  tracker.handle(set('duration', 0.61));
  tracker.handle({ event: 'end-file', entryId: 1, reason: 'eof', fileError: null });
  tracker.sound.flush();
  t.match(take(), [{ type: 'player.ended', positionMs: 610 }]);

  await begin(2, 2);
  take();
  tracker.handle({ event: 'end-file', entryId: 2, reason: 'stop', fileError: null });
  t.match(take(), [{ type: 'player.stopped', loadId: 2 }]);
});

t.test('The tracker blames an endless read on its likely load once', async t => {
  const warn = (text: string) => ({ event: 'log-message', prefix: 'ffmpeg', text }) as const;
  const endless = warn('http: inflate return value: -3, incorrect header check');
  const died = { type: 'player.died' } as const;
  const undecodable = { type: 'player.failed', fault: 'undecodable' } as const;
  const request = { loadId: 2, url: 'http://x/', startMs: 0, gainDb: null, paused: false } as const;
  const flood = (tracker: LoadTracker, lines: number) => {
    for (let line = 0; line < lines; line += 1) tracker.handle(endless);
  };

  const playing = createBench();
  await playing.begin(1, 1);
  playing.at(1000, 1);
  playing.take();
  flood(playing.tracker, 19);
  playing.tracker.handle(warn('http: reconnecting'));
  flood(playing.tracker, 19);
  t.strictSame(playing.take(), [], 'a few lines are no flood');
  flood(playing.tracker, 5);
  t.match(playing.take(), [{ ...undecodable, loadId: 1, positionMs: 1000 }, died], 'the one that plays');

  const behind = createBench();
  await behind.begin(1, 1);
  behind.take();
  behind.tracker.claim({ ...request, mode: 'append' }, 2);
  flood(behind.tracker, 50);
  t.match(behind.take(), [{ ...undecodable, loadId: 2, positionMs: null }, died], 'the one behind');

  const opening = createBench();
  opening.tracker.claim({ ...request, mode: 'replace' }, 2);
  opening.tracker.claim({ ...request, loadId: 3, mode: 'append' }, 3);
  opening.tracker.handle({ event: 'start-file', entryId: 2 });
  flood(opening.tracker, 50);
  t.match(opening.take(), [{ ...undecodable, loadId: 2, positionMs: null }, died], 'the one that is opened');
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
    { type: 'player.position', loadId: 1, positionMs: 1600 },
  ]);
});

t.test('The tracker asks where the sound starved, as mpv tells late', async t => {
  const { begin, at, take, tracker, set, properties, settle } = createBench();
  await begin(1, 1);
  at(1000, 1);
  take();
  at(3000, Number.NaN);
  properties['audio-pts'] = 2.2;
  tracker.handle(set('paused-for-cache', true));
  await settle();
  t.strictSame(take(), [
    { type: 'player.starved', loadId: 1, positionMs: 3000 },
    { type: 'player.starved', loadId: 1, positionMs: 2200 },
  ]);
  await tracker.look();
  t.strictSame(take(), [], 'still there');
  tracker.handle(set('paused-for-cache', false));
  t.strictSame(take(), [{ type: 'player.flowing', loadId: 1, positionMs: 2200 }]);
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

t.test('The tracker tells the fetched end once, with the file’s length', async t => {
  const { begin, take, tracker, properties, set } = createBench();
  const look = async (cache: unknown) => {
    properties['demuxer-cache-state'] = cache;
    await tracker.look();
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

t.test('An mpv that stands still at the end of its data has ended', async t => {
  const { begin, at, take, tracker, properties } = createBench();
  const leave = { type: 'player.stopped', loadId: -1 } as const;
  const look = async (elapsedMs: number, seconds: number) => {
    properties['audio-pts'] = seconds;
    at(elapsedMs, seconds);
    await tracker.look();
    return take().some(({ type }) => type === 'player.stopped');
  };
  properties['demuxer-cache-state'] = { 'cache-end': 40, eof: false };
  await begin(1, 1);
  t.notOk(await look(1_000, 40), 'more may come');
  t.notOk(await look(2_000, 40));
  properties['demuxer-cache-state'] = { 'cache-end': 40, eof: true };
  t.notOk(await look(3_000, 39), 'nothing more comes');
  t.notOk(await look(4_000, 39), 'the output stands still with sound in it');
  t.notOk(await look(5_000, 40.01));
  t.notOk(await look(5_100, 40.01), 'a moment is not enough');
  t.notOk(await look(6_000, 40.5), 'the data reached further than was told');
  tracker.handle({ event: 'seek' });
  tracker.handle({ event: 'playback-restart' });
  t.notOk(await look(7_000, 40.5), 'it has been elsewhere meanwhile');
  tracker.sound.setPaused(true);
  t.notOk(await look(8_000, 40.5), 'it is paused');
  tracker.sound.setPaused(false);
  t.notOk(await look(9_000, 40.5));
  properties['audio-pts'] = 40.51;
  await tracker.look();
  at(9_300, 40.51);
  await tracker.look();
  t.strictSame(take().at(-1), leave);
  t.notOk(await look(10_000, 40.51), 'it is told once');
  tracker.handle({ event: 'end-file', entryId: 1, reason: 'stop', fileError: null });
  t.match(take(), [{ type: 'player.ended', loadId: 1, positionMs: 40_000 }]);
});

t.test('An mpv that says it is years before the end of its data has ended', async t => {
  const { begin, at, take, tracker, properties, told } = createBench();
  properties['audio-pts'] = -418_293_514.6;
  properties['demuxer-cache-state'] = { 'cache-end': 2, eof: true };
  await begin(1, 1, 1_500);
  t.match(take(), [
    { type: 'player.started', positionMs: 1_500 },
    { type: 'player.fetched', positionMs: 2_000 },
  ]);
  for (const [elapsedMs, seconds] of [
    [300, -418_293_514.3],
    [1_400, -418_293_513.2],
  ] as const) {
    properties['audio-pts'] = seconds;
    at(elapsedMs, seconds);
    await tracker.look();
  }
  t.strictSame(told, [], 'what is left sounds first');
  at(2_500, -418_293_512.1);
  await tracker.look();
  t.strictSame(take(), [{ type: 'player.stopped', loadId: -1 }]);
});

t.test('An mpv that says it is where it could not go is stopped, and the load has failed', async t => {
  const { begin, take, tracker, settle } = createBench();
  const warn = (text: string) => tracker.handle({ event: 'log-message', prefix: 'ffmpeg', text });
  const seek = () => {
    tracker.handle({ event: 'seek' });
    tracker.handle({ event: 'playback-restart' });
  };
  await begin(1, 1, 30_000);
  warn('Seek failed (to 44, size -38)');
  warn('Seek failed (to 44, size -38)');
  seek();
  warn('Seek failed (to 573484, size 34560044)');
  seek();
  warn('Seek failed (to 773484, size 34560044)');
  t.notOk(
    take().some(({ type }) => type === 'player.failed' || type === 'player.stopped'),
    'what is tried once is read up to; before a seek nothing is where it should not be',
  );
  seek();
  for (let tries = 0; tries < 6; tries += 1) {
    warn('http: HTTP error 403 Forbidden');
    warn('Seek failed (to 44, size -38)');
  }
  await settle();
  const told = take().filter(({ type }) => type === 'player.failed' || type === 'player.stopped');
  t.match(told, [
    { type: 'player.stopped', loadId: -2 },
    { type: 'player.failed', loadId: 1, fault: 'refused', httpStatus: 403 },
  ]);
  t.equal(told.length, 2, 'once');
});
