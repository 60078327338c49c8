import t from 'tap';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig } from './rig.js';

const told = (log: ReturnType<typeof createRig>['log']) =>
  log.all.flatMap(event =>
    'loadId' in event && event.type !== 'player.position' && event.type !== 'player.fetched'
      ? [`${event.type.slice(7)} ${event.loadId}`]
      : [],
  );

t.test('the appended entry at once, and taken back', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  await t.rejects(player.next(), { message: 'nothing is appended' });
  await player.dropAppended();

  await t.test('next plays it, without asking for its address again', async t => {
    const first = await load({ url: server.address('tone/60?n=first') });
    await log.next('player.started', first);
    await t.rejects(player.next(), { message: 'nothing is appended' });
    const second = await load({ url: server.address('tone/60?n=second'), mode: 'append' });
    const isPrefetched = () => server.asked.some(path => path.includes('second'));
    while (!isPrefetched()) await log.next('player.position', first);
    await player.next();
    t.match(await log.next('player.stopped'), { loadId: first });
    t.match(await log.next('player.started'), { loadId: second, positionMs: 0, lengthMs: 60_000 });
    t.match(await log.next('player.position'), { loadId: second });
    t.equal(server.asked.filter(path => path.includes('second')).length, 1);
  });

  await t.test('next sounds, also when paused', async t => {
    const first = await load({ url: server.address('tone/60') });
    await log.next('player.started', first);
    const second = await load({ url: server.address('tone/60'), mode: 'append' });
    await player.pause();
    await player.next();
    await log.next('player.started', second);
    t.match(await log.next('player.position'), { loadId: second });
  });

  await t.test('A following item that cannot be played fails', async t => {
    const first = await load({ url: server.address('tone/60') });
    await log.next('player.started', first);
    const second = await load({ url: server.address('status/404'), mode: 'append' });
    await player.next();
    t.match(await log.next('player.failed'), { loadId: second, fault: 'refused', httpStatus: 404 });
  });

  await t.test('A withdrawn item reports its stop and never plays', async t => {
    const first = await load({ url: server.address('tone/1.5') });
    await log.next('player.started', first);
    const second = await load({ url: server.address('tone/60'), mode: 'append' });
    await player.dropAppended();
    t.match(await log.next('player.stopped'), { loadId: second });
    await player.dropAppended();
    await t.rejects(player.next(), { message: 'nothing is appended' });
    t.match(await log.next('player.ended'), { loadId: first });
    t.notOk(told(log).includes(`started ${second}`));
    const third = await load({ url: server.address('tone/60'), mode: 'append' });
    t.match(await log.next('player.started'), { loadId: third });
  });
});

t.test('in the instant in which it begins by itself', async t => {
  const server = await startAudioServer();
  t.teardown(() => server.close());
  const { player, log, load } = createRig(t);
  await player.start(log.add);
  /** Two entries, and the moment so long before the first one's end. */
  const untilNear = async (beforeEndMs: number) => {
    const first = await load({ url: server.address('tone/0.5') });
    await log.next('player.started', first);
    const endsAt = performance.now() + 500;
    const second = await load({ url: server.address('tone/0.6'), mode: 'append' });
    await new Promise(resolve => setTimeout(resolve, endsAt - beforeEndMs - performance.now()));
    return { first, second };
  };

  /** The same, and the second of them asked for: again where a machine that stands still had played both by then. */
  const untilNext = async (beforeEndMs: number) => {
    for (;;) {
      const near = await untilNear(beforeEndMs);
      const fault = await player.next().catch((error: unknown) => error);
      if (fault === undefined) return near;
      if (!told(log).includes(`ended ${near.second}`)) throw fault as Error;
    }
  };

  // mpv is through with a file up to a quarter of a second before its last sample sounds.
  for (const beforeEndMs of [400, 250, 200, 150, 50, 0]) {
    const { first, second } = await untilNext(beforeEndMs);
    await log.next('player.started', second);
    const third = await load({ url: server.address('tone/60'), mode: 'append' });
    const ended = await log.next('player.ended');
    t.equal(ended.loadId, second);
    // A busy machine told of an end 43 ms before the file's.
    t.ok(ended.positionMs > 300 && ended.positionMs <= 600, `ended at ${ended.positionMs}`);
    await log.next('player.started', third);
    const [left, ...rest] = told(log).slice(-4);
    t.match(left, new RegExp(`^(stopped|ended) ${first}$`), `${beforeEndMs} ms before its end`);
    t.strictSame(rest, [`started ${second}`, `ended ${second}`, `started ${third}`]);
  }

  for (const beforeEndMs of [250, 150, 0]) {
    const { first, second } = await untilNear(beforeEndMs);
    await player.dropAppended();
    const isTaken = told(log).includes(`stopped ${second}`);
    await log.next('player.ended', isTaken ? first : second);
    t.equal(told(log).includes(`started ${second}`), !isTaken, 'taken back or begun, never both');
  }
});
