import t from 'tap';
import type { Source } from '../../src/core/vocabulary/item.js';
import { item, playing } from '../rigs/core/full.js';
import { askOf, delaysOf, loadOf, outside, toldListeners } from '../rigs/core/outside.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  TAKEN_OVER,
  type Stage,
} from '../rigs/core/stage.js';

const atEnd = () => {
  const stage = createLookingAhead().answer(createItem(0)).ended();
  for (let look = 1; look <= 3; look += 1) stage.fires('follow').answer(createItem(0));
  return stage;
};
const answers = ({ log }: Stage) => toldListeners({ effects: log });
const source = (id: string): Source => ({ id, type: 'ST', name: null });
const OTHER = createItem(0, { trackToken: 'b', audioUrl: 'http://audio.test/b' });

t.test('one question at a time, in the order they came, each answered once', async t => {
  const stage = createPlaying();
  for (const sourceId of ['ST:2', 'ST:3']) stage.ask({ type: 'play', sourceId });
  t.same(stage.ops, []);
  stage.ask({ type: 'next' });
  t.same(stage.ops, []);
  stage.sourceSet(OTHER, source('ST:2'));
  t.match(askOf(stage), { op: 'setSource', sourceId: 'ST:3' });
  stage.failed({ code: 'notSupported', serviceCode: 'NOT_SUPPORTED', serviceMessage: 'no' });
  t.equal(stage.public.source?.id, 'ST:2', 'an error leaves what sounds untouched');
  t.match(outside(stage), [{ op: 'skip', sourceId: 'ST:2' }]);
  stage.answer(createItem(1));
  t.match(answers(stage), [
    { type: 'command.resolve', ref: 1 },
    {
      type: 'command.reject',
      ref: 2,
      refusal: { reason: 'notSupported', message: 'no', serviceCode: 'NOT_SUPPORTED', serviceMessage: 'no' },
    },
    { type: 'command.resolve', ref: 3 },
  ]);
});

/** A command of this client, which calls itself `Bob` each time. */
const asks = (stage: Stage, ref: number, key: string, client = 'Bob', more = {}) =>
  stage.send({
    type: 'command.received',
    ref,
    command: { type: 'setFeedback', value: 'UP' },
    cause: { client, method: 'feedback.set', key, ...more },
  });
const asksAsGuest = (stage: Stage, ref: number, key: string) => asks(stage, ref, key, 'Bob', { guest: true });
const servedIn = (stage: Stage) => answers(stage).map(effect => ('ref' in effect ? effect.ref : null));

t.test('more commands than a listener can mean are refused, to that listener alone', async t => {
  const refused = { type: 'command.reject', refusal: { reason: 'rateLimited', retryAfterMs: 1_000 } };
  const stage = playing();
  for (let n = 0; n < 11; n += 1) stage.ask({ type: 'setFeedback', value: 'UP' });
  t.match(answers(stage), [{ ...refused, ref: 11 }]);
  for (let ref = 100; ref < 110; ref += 1) asks(stage, ref, 'key', `name ${ref}`);
  t.equal(answers(stage).length, 1);
  t.match(toldListeners(asks(stage, 110, 'key')), [{ ...refused, ref: 110 }], 'whatever it calls itself');
  for (let ref = 200; ref < 244; ref += 1) asks(stage, ref, `key ${ref}`);
  t.equal(answers(stage).length, 2);
  t.match(toldListeners(asks(stage, 300, 'one more')), [{ ...refused, ref: 300 }], '64 of all of them');
  t.match(toldListeners(asksAsGuest(stage, 301, 'guest')), [], 'guests have places of their own');
});

t.test('clients are served in turns: what one asks holds nobody up', async t => {
  const stage = playing();
  for (let ref = 100; ref < 105; ref += 1) asks(stage, ref, 'guest', `name ${ref}`);
  asks(stage, 200, 'owner');
  asks(stage, 201, 'owner');
  asks(stage, 300, 'other');
  for (let n = 0; n < 8; n += 1) {
    stage.answer(null);
    if (n === 1) asks(stage, 301, 'other');
  }
  t.same(
    servedIn(stage),
    [100, 200, 300, 101, 201, 301, 102, 103],
    'the first of each, then the second of each, each in the order they came',
  );
  t.notOk(JSON.stringify(stage.public).includes('owner'));
});

t.test('guests are one client, however many, behind the owners, and take turns among themselves', async t => {
  const stage = playing();
  asksAsGuest(stage, 114, 'guest 114');
  asksAsGuest(stage, 115, 'guest 114');
  for (let ref = 100; ref < 114; ref += 1) asksAsGuest(stage, ref, `guest ${ref}`);
  t.match(toldListeners(asksAsGuest(stage, 116, 'one more')), [{ ref: 116 }], '16 of all of them');
  for (let ref = 200; ref < 203; ref += 1) asks(stage, ref, 'owner');
  for (let n = 0; n < 19; n += 1) stage.answer(null);
  const [, ...served] = servedIn(stage);
  t.same(served.slice(0, 7), [114, 200, 201, 100, 202, 101, 102], 'every other turn is an owner’s');
  t.same(served.slice(-2), [113, 115], 'of each of them one before the second of any');
});

t.test('A client has one command where many wait, and leaves the others places', async t => {
  const waiting = (stage: Stage, count: number, who: (ref: number) => [string, boolean]) => {
    for (let ref = 100; ref < 100 + count; ref += 1) {
      const [key, isGuest] = who(ref);
      if (isGuest) asksAsGuest(stage, ref, key);
      else asks(stage, ref, key);
    }
    t.same(servedIn(stage), [], `${count} wait`);
  };
  const guests = playing();
  waiting(guests, 8, () => ['one', true]);
  t.match(toldListeners(asksAsGuest(guests, 300, 'one')), [{ ref: 300 }]);
  t.match(toldListeners(asksAsGuest(guests, 301, 'two')), []);
  t.match(toldListeners(asksAsGuest(guests, 302, 'two')), [{ ref: 302 }]);
  const owners = playing();
  waiting(owners, 32, ref => [`owner ${ref % 4}`, false]);
  t.match(toldListeners(asks(owners, 300, 'owner 1')), [{ ref: 300 }]);
  t.match(toldListeners(asks(owners, 301, 'one more')), []);
});

t.test('expired: waiting ones leave the queue, the pending one is given up for the next', async t => {
  const stage = createPlaying()
    .ask({ type: 'play', sourceId: 'ST:2' })
    .ask({ type: 'play', sourceId: 'ST:3' })
    .ask({ type: 'next' });
  const question = stage.asked('command');
  stage.send({ type: 'command.expired', ref: 2 });
  t.same(stage.effects, []);
  stage.send({ type: 'command.expired', ref: 1 });
  t.match(
    stage.effects.filter(({ type }) => type === 'service.abort'),
    [{ question }],
  );
  t.match(outside(stage), [{ op: 'skip', index: 0 }]);
  t.same(answers(stage), [], 'their callers were told already');
});

t.test('expired while the item waits for the same answer: that is still taken', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ended();
  stage.send({ type: 'command.expired', ref: 1 });
  t.same(stage.effects, []);
  t.match(loadOf(stage.answer(createItem(1))), { url: 'http://audio.test/1' });
});

t.test('expired while the item sounds: it goes on, and it is looked up whether it was skipped', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const question = stage.asked('place');
  stage.send({ type: 'command.expired', ref: 1 });
  t.ok(stage.effects.some(effect => effect.type === 'service.abort' && effect.question === question));
  t.match(outside(stage), [{ op: 'current' }]);
  stage.answer(createItem(0));
  t.equal(stage.public.silenceReason, null);
  t.equal(stage.place, 'waiting for the end');
  t.same(answers(stage), []);
});

t.test('a skip whose item ends meanwhile is done, and the end is settled as any other', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ended();
  t.match(answers(stage), [{ type: 'command.resolve', ref: 1 }]);
  t.match(outside(stage.failed({ outcome: 'lost' })), [{ op: 'current' }]);
  t.match(outside(stage.failed({ outcome: 'lost' }).fires('serviceRetry')), [{ op: 'current' }]);
  t.match(loadOf(stage.answer(createItem(1))), { url: 'http://audio.test/1' });
  t.equal(answers(stage).length, 1);
});

t.test('skip while the look-ahead is asked, ready, or knows that nothing follows', async t => {
  const asked = createLookingAhead().ask({ type: 'next' });
  t.same(asked.types, [], 'one question is enough');
  t.match(toldListeners(asked.answer(createItem(1))), [{ type: 'command.resolve' }]);
  t.equal(asked.public.item?.index, 1);
  const ready = createAppended().ask({ type: 'next' });
  t.match(outside(ready), [{ type: 'player.next' }]);
  t.match(toldListeners(ready), [{ type: 'command.resolve' }]);
  const none = createLookingAhead().answer(createItem(0));
  for (let look = 1; look <= 3; look += 1) none.fires('follow').answer(createItem(0));
  t.equal(none.public.silenceReason, null);
  t.equal(none.ask({ type: 'next' }).public.silenceReason, 'sourceEnded');
});

t.test('a pause or a stop during a play that waits: its answer is taken, but it makes no sound', async t => {
  for (const [type, reason] of [
    ['pause', 'paused'],
    ['stop', 'stopped'],
  ] as const) {
    const stage = createPlaying();
    const from = stage.log.length;
    stage.ask({ type: 'play', sourceId: 'ST:2' }).ask({ type: 'play', sourceId: 'ST:3' }).ask({ type });
    stage.sourceSet(OTHER, source('ST:2'));
    stage.sourceSet(createItem(0, { trackToken: 'c', audioUrl: 'http://audio.test/c' }), source('ST:3'));
    t.match(stage.public, { source: { id: 'ST:3' }, silenceReason: reason });
    t.notOk(stage.log.slice(from).some(effect => effect.type === 'player.load'));
    t.match(loadOf(stage.ask({ type: 'play' })), { url: 'http://audio.test/c' });
  }
});

t.test('to go on is asked once, however many asked for it, and not at all after a pause', async t => {
  const stage = atEnd();
  for (let n = 0; n < 3; n += 1) stage.ask({ type: 'play' });
  const from = stage.log.length;
  stage.sourceSet(createItem(0));
  const after = stage.log.slice(from);
  t.equal(after.filter(({ type }) => type === 'command.resolve').length, 3);
  t.same(stage.ops, [], 'nobody sets it again');
  t.match(stage.public, { silenceReason: 'loading', playbackStatus: 'playing' });
  const paused = atEnd().ask({ type: 'play' }).ask({ type: 'play' }).ask({ type: 'pause' });
  paused.sourceSet(createItem(0));
  t.same(paused.ops, []);
  t.equal(paused.log.filter(({ type }) => type === 'player.load').length, 1, 'and it makes no sound');
});

t.test('the same source at the same item goes on undisturbed', async t => {
  const stage = createPlaying().after(9_000).ask({ type: 'play', sourceId: 'ST:1' }).sourceSet(createItem(0));
  t.same(outside(stage), []);
  t.same(delaysOf(stage, 'endReport'), [170_000], 'its end is awaited again');
  t.equal(stage.public.silenceReason, null);
});

t.test('a stream taken over is claimed back where it stood', async t => {
  const stage = createPlaying(createItem(0, { progressFrequencyS: 5 }));
  for (let second = 1; second <= 5; second += 1) stage.after(1_000).position(second * 1_000);
  stage.answer(TAKEN_OVER, stage.asked('tell'));
  t.match(stage.public, {
    silenceReason: 'takenOver',
    notice: { code: 'takenOver', title: 'Elsewhere', message: 'Another device plays.' },
  });
  stage.ask({ type: 'play' }).sourceSet(createItem(0));
  t.match(loadOf(stage), { startMs: 5_000 });
});

t.test(
  'next in a pause, where the service has forgotten the source: that is set again, and left',
  async t => {
    // A skip that finds no source leaves it forgotten, and nothing is set again in a pause.
    const stage = createPlaying().ask({ type: 'pause' }).ask({ type: 'next' }).failed({ code: 'noSource' });
    t.match(toldListeners(stage), [{ type: 'command.reject', refusal: { reason: 'noSource' } }]);
    t.same(outside(stage), []);
    t.match(outside(stage.ask({ type: 'next' })), [{ op: 'setSource', sourceId: 'ST:1' }]);
    stage.sourceSet(OTHER);
    t.match(outside(stage), [{ op: 'skip', index: 0 }]);
    stage.answer(createItem(1));
    t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
    t.match(stage.public, { silenceReason: 'paused', item: { index: 1 } });
  },
);

t.test('The service names another piece, which follows, or names none', async t => {
  const away = () =>
    createPlaying().ask({ type: 'pause' }).ask({ type: 'next' }).failed({ code: 'noSource' });
  const untold = away().ask({ type: 'next' }).sourceSet(null);
  t.match(outside(untold), [{ op: 'current' }], 'it is asked, not waited for');
  t.match(outside(untold.answer(OTHER)), [{ op: 'skip', index: 0 }]);
  const lost = away().send({ type: 'player.died', detail: '' }).send({ type: 'player.ready' });
  lost.ask({ type: 'next' }).sourceSet(createItem(5, { trackId: 'TR:5', title: 'Another' }));
  t.match(toldListeners(lost), [{ type: 'command.resolve' }]);
  t.same(
    outside(lost).filter(told => 'op' in told),
    [],
    'no skip is spent on what nobody has heard',
  );
  t.match(lost.public, { silenceReason: 'paused', item: { title: 'Another' } });
});

t.test('a thumb in a pause, with the source forgotten, is not given to what nobody heard', async t => {
  const stage = playing().ask({ type: 'pause' }).ask({ type: 'next' }).failed({ code: 'noSource' });
  for (const type of ['replay', 'previous'] as const) {
    t.match(toldListeners(stage.ask({ type })), [
      { refusal: { reason: 'noSource', message: /no longer knows/ } },
    ]);
  }
  t.match(toldListeners(stage.ask({ type: 'setFeedback', value: 'DOWN' })), [
    { refusal: { reason: 'noSource' } },
  ]);
  t.same(
    outside(stage).filter(told => 'op' in told),
    [],
  );
});

/** The service forgot the source and was told it anew while the question was under way: it counts from 0 again. */
const anew = (ask: Parameters<Stage['ask']>[0]) => {
  const stage = playing().ask(ask);
  const question = stage.asked('command');
  stage.after(179_000).ended().failed({ code: 'noSource' }, stage.asked('place'));
  return { stage, question };
};
const ANEW = item(0, {
  trackToken: 'anew',
  trackId: 'TR:9',
  title: 'Anew',
  audioUrl: 'http://audio.test/anew',
});

t.test('a replay of the item before says nothing of the one with the same index', async t => {
  const { stage, question } = anew({ type: 'replay' });
  t.match(stage.ops, ['setSource']);
  stage.sourceSet(ANEW).started().after(2_000).position(2_000);
  stage.answer(null, question).answer(ANEW, stage.asked('command'));
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
  t.same(outside(stage), []);
  t.match(stage.public, { item: { title: 'Anew' }, silenceReason: null });
});

t.test('A thumb for the item before says nothing of the one with its index', async t => {
  const { stage, question } = anew({ type: 'setFeedback', value: 'UP' });
  stage.sourceSet(ANEW).started().answer(null, question);
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
  t.match(stage.public.item, { title: 'Anew', feedback: null });
});
