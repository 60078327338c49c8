import t from 'tap';
import { closing, early, foretold, FULL, item, playing } from '../fakes/engine-full.js';
import { dies } from '../fakes/engine-phases.js';
import { createFailure, createStage, STATION, type Stage, TAKEN_OVER } from '../fakes/engine-stage.js';

const answer = (stage: Stage, next: ReturnType<typeof item> | null) =>
  stage.advanced(next, stage.state.closing?.requestId ?? 0);
const fail = (stage: Stage, changes: Parameters<typeof createFailure>[0] = {}) =>
  stage.send({
    type: 'service.failed',
    requestId: stage.state.closing?.requestId ?? 0,
    failure: createFailure(changes),
  });
const END = { type: 'service.advance', by: 'end', index: 0, elapsedS: 180 };
const outside = (stage: Stage) => stage.effects.filter(({ type }) => /^(service|player)\./.test(type));

t.test('the answer is another item: that one plays', async t => {
  const stage = answer(early(), item(1, { trackToken: 'other', audioUrl: 'http://audio.test/other' }));
  t.match(outside(stage), [{ type: 'player.load', mode: 'replace', url: 'http://audio.test/other' }]);
  t.equal(stage.state.turn?.item.trackToken, 'other');
});

t.test('the answer is the end of the source: silence', async t => {
  const stage = answer(early(), null);
  t.equal(stage.public.silenceReason, 'sourceEnded');
  t.match(outside(stage), [{ type: 'player.unload' }]);
});

t.test('no answer: sound goes on, and the end is asked about by itself, with doubt', async t => {
  const stage = fail(early(), { answerLost: true });
  t.equal(stage.public.silenceReason, null);
  t.match(stage.effects, [{ type: 'timer.set', name: 'closing' }]);
  stage.after(500).fires('closing');
  t.match(stage.effects[0], { ...END, doubtful: true });
  fail(stage, { code: 'serviceError', answerLost: false, retryAfterMs: 9_000 });
  t.match(stage.effects, [{ type: 'timer.set', name: 'closing', delayMs: 9_000 }]);
  stage.fires('closing');
  t.match(stage.effects[0], { ...END, doubtful: false }, 'a refusal leaves no doubt');
  answer(stage, item(1));
  t.equal(stage.state.closing, null);
  stage.fires('closing');
  t.same(stage.effects, []);
});

t.test('no end was reported when the next item began: it is then', async t => {
  const stage = foretold();
  const { loadId } = stage;
  stage.after(175_000).send({ type: 'player.ended', loadId: 2, positionMs: 180_000, lengthMs: 180_000 });
  t.equal(stage.public.silenceReason, null);
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.match(outside(stage), [{ ...END, doubtful: false }]);
});

t.test('the foretold item is over, too, before the first end was answered', async t => {
  const stage = early();
  const first = stage.state.closing?.requestId ?? 0;
  stage.after(180_000).ended();
  t.match(stage.state.playback, { phase: 'advancing', requestId: first });
  stage.advanced(item(1), first);
  t.match(outside(stage), [{ type: 'service.advance', index: 1 }]);
  stage.advanced(item(2));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/2' }]);
});

t.test('a doubt is settled before anything else: the player dies, the address lapses', async t => {
  const dead = dies(early());
  dead.send({ type: 'player.ready' });
  t.match(dead.effects.at(-2), { type: 'player.load', url: 'http://audio.test/1' }, 'its address is good');
  const lapsed = early();
  const first = lapsed.state.closing?.requestId ?? 0;
  const refused = { fault: 'refused', httpStatus: 403, positionMs: 9_000, detail: 'x' } as const;
  lapsed.send({ type: 'player.failed', loadId: lapsed.loadId, ...refused }).fires('retry');
  t.match(lapsed.state.playback, { phase: 'advancing', requestId: first });
  lapsed.failed({ answerLost: true });
  t.match(lapsed.state.playback, { phase: 'recovering', fault: 'offline' });
  lapsed.fires('retry');
  t.match(outside(lapsed), [{ type: 'service.advance', index: 0, doubtful: true }]);
  lapsed.advanced(item(1, { audioUrl: 'http://audio.test/fresh' }));
  t.match(outside(lapsed), [{ type: 'player.load', url: 'http://audio.test/fresh', startMs: 9_000 }]);
});

t.test('a service that no longer plays the source has no end to hear of', async t => {
  const sounding = fail(early(), { code: 'notSupported' });
  t.match(sounding.state, { closing: null, playback: { phase: 'playing' } });
  const waiting = early().after(180_000).ended().failed({ code: 'notSupported' });
  t.match(waiting.state, { closing: null, playback: { phase: 'recovering' } });
});

t.test(
  'a stream taken over says nothing of the end: claimed back, it is reported before more plays',
  async t => {
    const stage = answer(early(), TAKEN_OVER);
    t.equal(stage.public.silenceReason, 'takenOver');
    stage.ask({ type: 'play' }).sourceSet(item(0));
    t.match(outside(stage).at(-1), { ...END, doubtful: false });
    stage.advanced(item(1));
    t.match(outside(stage).at(-1), { type: 'player.load', url: 'http://audio.test/1' });
  },
);

t.test('another source ends the matter', async t => {
  const stage = early().ask({ type: 'play', sourceId: 'AL:2' });
  stage.sourceSet(item(0, { trackToken: 'album' }), { id: 'AL:2', type: 'AL', name: null });
  t.match(stage.state, { closing: null, turn: { item: { trackToken: 'album' } } });
});

t.test('the same source, of which nothing is told: the doubt is settled first', async t => {
  const stage = early().ask({ type: 'play', sourceId: STATION.id }).sourceSet(null);
  t.match(outside(stage).at(-1), { ...END, doubtful: true });
});

t.test('commands about the item wait for it, and prompt another try', async t => {
  const stage = fail(early(), { answerLost: true }).ask({ type: 'next' });
  t.match(outside(stage), [END]);
  answer(stage, item(1));
  t.match(outside(stage).at(-1), { type: 'service.advance', by: 'skip', index: 1 });
  stage.advanced(item(2));
  t.match(stage.effects.at(-1), { type: 'command.resolve' });
});

t.test('a skip under way when the foretold item began is that item', async t => {
  const stage = foretold();
  const { loadId } = stage;
  stage.after(172_000).ask({ type: 'next' });
  const skip = stage.requestId;
  stage.after(3_000).send({ type: 'player.ended', loadId: 2, positionMs: 180_000, lengthMs: 180_000 });
  t.match(stage.state.playback, { phase: 'playing', flow: 'handover' });
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.equal(stage.state.closing?.requestId, skip);
  const limited = stage.send({
    type: 'service.failed',
    requestId: skip,
    failure: createFailure({ code: 'skipLimitReached' }),
  });
  t.match(outside(limited), [END], 'a refused skip is followed by the report of the end');
  t.ok(limited.effects.some(({ type }) => type === 'command.reject'));
});

t.test('the end of the command that closes it does not lose the answer', async t => {
  const stage = foretold().after(172_000);
  const { loadId } = stage;
  stage.ask({ type: 'next' });
  const skip = stage.requestId;
  stage.after(3_000).send({ type: 'player.ended', loadId: 2, positionMs: 180_000, lengthMs: 180_000 });
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  stage.send({ type: 'command.expired', ref: stage.ref });
  t.notOk(stage.effects.some(({ type }) => type === 'service.abort'));
  stage.advanced(item(1), skip);
  t.equal(stage.state.closing, null);
});

t.test('after a restart the open end comes first', async t => {
  const restored = {
    item: { ...item(1), audioUrl: null },
    positionMs: 30_000,
    closing: { index: 0, trackToken: 'token-0', lengthS: 180 },
  };
  const stage = createStage({ restored, abilities: FULL }).send({ type: 'player.ready' });
  stage.send({ type: 'engine.started' });
  t.match(outside(stage), [{ ...END, doubtful: true }]);
  stage.advanced(item(1));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/1', startMs: 30_000 }]);
});

t.test('a pause and a stop leave it open, in silence', async t => {
  for (const type of ['pause', 'stop'] as const) {
    const stage = early().ask({ type });
    answer(stage, item(1));
    t.notOk(outside(stage).some(effect => effect.type === 'player.load'));
    t.equal(stage.state.closing, null);
    const other = early().ask({ type });
    answer(other, item(1, { trackToken: 'other' }));
    t.match(outside(other), [{ type: 'player.unload' }]);
    t.equal(other.state.turn?.item.trackToken, 'other');
    const taken = answer(early().ask({ type }), TAKEN_OVER);
    t.ok(taken.state.closing);
  }
});

t.test('unpairing gives it up', async t => {
  const stage = early();
  const { requestId } = stage.state.closing ?? {};
  stage.send({ type: 'pairing.ended', by: 'listener' });
  t.ok(stage.effects.some(effect => effect.type === 'service.abort' && effect.requestId === requestId));
  t.equal(stage.state.closing, null);
  const peeked = playing().after(5_000).position(5_000).fires('lookAhead');
  const { peekId } = peeked.state.turn ?? {};
  peeked.send({ type: 'pairing.ended', by: 'service' });
  t.ok(peeked.effects.some(effect => effect.type === 'service.abort' && effect.requestId === peekId));
});

t.test('a pause at the very change of items is a pause in the next one', async t => {
  const stage = closing();
  stage.after(950).send({ type: 'player.ended', loadId: 2, positionMs: 180_000, lengthMs: 180_000 });
  stage.ask({ type: 'pause' });
  t.match(stage.state, { playback: { phase: 'paused', started: false }, turn: { item: { index: 1 } } });
  t.ok(stage.state.closing);
});

t.test('a foretold item that does not begin in time is loading', async t => {
  const stage = closing();
  stage.after(950).send({ type: 'player.ended', loadId: 2, positionMs: 180_000, lengthMs: 180_000 });
  stage.fires('handover');
  t.match(stage.state, { playback: { phase: 'loading' }, turn: { item: { index: 1 } } });
});

t.test('an answer to it of another kind changes nothing', async t => {
  const stage = early();
  const { state } = stage;
  const requestId = state.closing?.requestId ?? 0;
  const { questions } = stage.send({ type: 'service.peeked', requestId, item: item(1) }).state;
  t.same(stage.state, { ...state, questions });
});

t.test('the last second fails, its end answered: the next item is taken as it is', async t => {
  const failed = { fault: 'unreachable', httpStatus: null, positionMs: 179_500, detail: 'x' } as const;
  const stage = closing()
    .advanced(item(1))
    .send({ type: 'player.failed', loadId: 2, ...failed });
  t.match(stage.state.playback, { phase: 'playing', flow: 'handover' });
  const last = closing()
    .advanced(null)
    .send({ type: 'player.failed', loadId: 2, ...failed });
  t.equal(last.public.silenceReason, 'sourceEnded');
});
