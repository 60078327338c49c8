import t from 'tap';
import type { Event } from '../../src/core/vocabulary/event.js';
import { toPlaying } from '../../src/core/playing.js';
import { createBench, refusalOf } from '../rigs/engine/bench.js';
import { createItem, LISTENER } from '../rigs/core/stage.js';
import { settled } from '../fakes/time/fake.js';

t.test('The engine asks what is current, loads it and publishes', async t => {
  const { player, service, engine, changes, startPlaying } = createBench(t);
  await startPlaying();
  t.same(service.names, ['current']);
  t.match(player.calls.find(({ name }) => name === 'load')?.params, {
    url: 'http://audio.test/0',
    startMs: 0,
    mode: 'replace',
    paused: false,
  });
  t.equal(engine.snapshot().state.silenceReason, null);
  t.match(changes.at(-1), { changes: { silenceReason: null, position: { rate: 1 } } });
  t.equal(toPlaying(engine.state).sound, 'sounding');
});

t.test(
  'revisions begin high and rise by one; a change names each changed member whole, and nobody where no one acted',
  async t => {
    const { engine, changes, startPlaying } = createBench(t);
    const first = engine.snapshot().revision;
    t.ok(first >= 2 ** 32 && first < 2 ** 52);
    await startPlaying();
    t.same(
      changes.map(({ revision }) => revision),
      changes.map((_, at) => first + 1 + at),
    );
    t.ok(changes.every(({ cause }) => cause === undefined));
    const before = changes.length;
    await engine.execute({ type: 'setVolume', volume: 30 }, LISTENER);
    t.same(changes.slice(before), [
      {
        revision: first + before + 1,
        nowMs: engine.snapshot().nowMs,
        changes: { volume: 30 },
        cause: LISTENER,
      },
    ]);
  },
);

t.test('An invisible change reaches no client', async t => {
  const { time, engine, changes, loadId, startPlaying } = createBench(t);
  await startPlaying();
  const { length } = changes;
  await time.pass(1_000);
  engine.dispatch({ type: 'player.position', loadId: loadId(), positionMs: 1_000 });
  t.equal(changes.length, length);
  t.equal(toPlaying(engine.state).heardToMs, 1_000);
});

t.test('the reply carries the revision that shows the effect', async t => {
  const { engine, changes, startPlaying } = createBench(t);
  await startPlaying();
  const { revision } = await engine.execute({ type: 'pause' }, LISTENER);
  t.match(changes.at(-1), {
    revision,
    changes: { playbackStatus: 'paused', silenceReason: 'paused' },
    cause: LISTENER,
  });
  t.same(
    await engine.execute({ type: 'pause' }, LISTENER),
    { revision },
    'a second pause succeeds and changes nothing',
  );
});

t.test(
  'the player does its part first, then the clients are told, and the caller is answered last',
  async t => {
    const { player, engine, startPlaying } = createBench(t);
    await startPlaying();
    const seen: unknown[] = [];
    engine.follow(() => seen.push(['recorded', player.names.includes('pause')]));
    engine.observe(() => seen.push(['observed', player.names.includes('pause')]));
    engine.watch(() => seen.push(['watched', player.names.includes('pause')]));
    const answered = engine.execute({ type: 'pause' }, LISTENER).then(() => seen.push('answered'));
    t.same(seen, [
      ['observed', true],
      ['recorded', true],
      ['watched', true],
    ]);
    await answered;
    t.same(seen.at(-1), 'answered');
  },
);

t.test('An event dispatched during a decision waits its turn', async t => {
  const { engine, loadId, startPlaying } = createBench(t);
  await startPlaying();
  const order: Event['type'][] = [];
  const unwatch = engine.watch((_, event) => {
    order.push(event.type);
    if (order.length === 1) {
      engine.dispatch({ type: 'player.starved', loadId: loadId(), positionMs: 0 });
      engine.dispatch({ type: 'player.flowing', loadId: loadId(), positionMs: 0 });
      t.same(order, ['player.position']);
    }
  });
  engine.dispatch({ type: 'player.position', loadId: loadId(), positionMs: 500 });
  t.same(order, ['player.position', 'player.starved', 'player.flowing']);
  unwatch();
  engine.dispatch({ type: 'player.starved', loadId: loadId(), positionMs: 0 });
  t.equal(order.length, 3);
});

t.test('a fault is waited out; an answer that comes after a stop makes no sound', async t => {
  const { time, player, service, logger, engine, loadId, startPlaying } = createBench(t);
  await startPlaying();
  engine.dispatch({
    type: 'player.failed',
    loadId: loadId(),
    fault: 'refused',
    httpStatus: 403,
    positionMs: 3_000,
    detail: 'x',
  });
  t.ok(
    logger.lines.some(
      ({ level, message }) => level === 'warn' && message.includes('waiting out a sound fault'),
    ),
  );
  await time.pass(1_000);
  t.same(service.names, ['current', 'current']);
  await engine.execute({ type: 'stop' }, LISTENER);
  service.last.resolve(createItem(0));
  await settled();
  t.equal(engine.snapshot().state.silenceReason, 'stopped');
  t.equal(player.names.filter(name => name === 'load').length, 1, 'nothing is opened for it');
});

t.test('an answer to a question that was given up changes nothing', async t => {
  const { service, engine } = createBench(t);
  engine.start();
  t.equal(toPlaying(engine.state).place, 'current item not asked for yet');
  const question = service.last;
  engine.dispatch({ type: 'pairing.ended', by: 'listener' });
  t.equal(question.signal?.aborted, true);
  const ended = engine.state;
  question.resolve(createItem(0));
  await settled();
  t.equal(engine.state, ended);
});

t.test('a player that takes no load is a fault to be waited out; the rest is only noted', async t => {
  const { player, logger, engine, answer } = createBench(t);
  player.isBroken = true;
  engine.dispatch({ type: 'player.ready' });
  engine.start();
  await answer(createItem(0));
  t.match(toPlaying(engine.state), {
    sound: 'waiting out a sound fault',
    soundFault: { fault: 'address' },
  });
  await engine.execute({ type: 'setVolume', volume: 10 }, LISTENER);
  await settled();
  const noted = logger.lines.filter(({ level }) => level === 'debug').map(({ message }) => message);
  t.match(noted, [
    'The player did not set the volume.',
    'The player did not mute.',
    'The player did not accept the load command.',
  ]);
});

t.test('every order reaches the player', async t => {
  const { player, engine, startPlaying } = createBench(t);
  await startPlaying();
  await engine.execute({ type: 'seek', positionMs: 9_000 }, LISTENER);
  await engine.execute({ type: 'setMuted', muted: true }, LISTENER);
  await engine.execute({ type: 'pause' }, LISTENER);
  await engine.execute({ type: 'play' }, LISTENER);
  await engine.execute({ type: 'stop' }, LISTENER);
  t.same(player.names, ['setVolume', 'setMuted', 'load', 'seek', 'setMuted', 'pause', 'resume', 'unload']);
});

t.test('a wall clock that is set sends a new anchor first, and moves nothing but atMs', async t => {
  const { time, engine, changes, loadId, startPlaying } = createBench(t);
  await startPlaying();
  const { position } = engine.snapshot().state;
  const { length } = changes;
  time.setWall(1_800_000_000_000);
  engine.dispatch({ type: 'player.starved', loadId: loadId(), positionMs: 50 });
  t.same(changes[length]?.changes, { position: { ...position, atMs: position.atMs + 100_000_000_000 } });
  t.match(changes[length + 1]?.changes, { silenceReason: 'loading', buffering: true });
  time.setWall(1_900_000_000_000);
  const { nowMs, state } = engine.snapshot();
  t.equal(nowMs - state.position.atMs, 0);
});

t.test('an observer that has left is told nothing', async t => {
  const { engine } = createBench(t);
  let told = 0;
  const leave = engine.observe(() => void (told += 1));
  await engine.execute({ type: 'setVolume', volume: 1 }, LISTENER);
  leave();
  await engine.execute({ type: 'setVolume', volume: 2 }, LISTENER);
  t.equal(told, 1);
});

t.test('a follower is told of every decision, also of one that changed nothing, until it leaves', async t => {
  const { engine, loadId, startPlaying } = createBench(t);
  // Nothing is loaded yet: no load bears it.
  const nobodys = loadId();
  await startPlaying();
  t.equal(engine.isTurning, true, 'nothing is left in the inbox');
  const turning: boolean[] = [];
  const told: string[] = [];
  const leave = engine.follow(({ event, before, after }) => {
    turning.push(engine.isTurning);
    told.push(`${event.type}: ${before === after ? 'nothing' : 'a change'}`);
  });
  await engine.execute({ type: 'setVolume', volume: 1 }, LISTENER);
  engine.dispatch({ type: 'player.started', loadId: nobodys, positionMs: 0, lengthMs: null });
  t.strictSame(told, ['command.received: a change', 'player.started: nothing']);
  t.strictSame(turning, [false, false], 'it is in the middle of a decision');
  leave();
  await engine.execute({ type: 'setVolume', volume: 2 }, LISTENER);
  t.equal(told.length, 2);
});

t.test('stopping answers every caller, gives up every call, and is done twice without harm', async t => {
  const { time, service, engine, startPlaying } = createBench(t);
  await startPlaying();
  const waiting = refusalOf(engine.execute({ type: 'next' }, LISTENER));
  engine.stop();
  engine.stop();
  t.match(await waiting, { reason: 'offline' });
  t.equal(service.last.signal?.aborted, true);
  const { state } = engine;
  engine.dispatch({ type: 'player.died', detail: 'x' });
  await time.pass(1_000);
  t.equal(engine.state, state);
});

t.test('a command after the stop is answered at once', async t => {
  const { engine } = createBench(t);
  engine.stop();
  t.match(await refusalOf(engine.execute({ type: 'pause' }, LISTENER)), { reason: 'offline' });
});
