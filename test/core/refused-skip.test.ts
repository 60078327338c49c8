import t from 'tap';
import { createItem, createPlaying, type Stage, TAKEN_OVER } from '../fakes/engine-stage.js';

/** A skip failed and may have been taken; the item goes on, and its next report would be due. */
const doubtful = () => createPlaying().ask({ type: 'next' }).failed({ answerLost: true });
const hear = (stage: Stage, seconds: number) => {
  for (let second = 1; second <= seconds; second += 1) {
    stage.after(1_000).position(stage.now);
  }
  return stage;
};
const sent = (stage: Stage) =>
  stage.log.flatMap(effect => (/^service\.(getCurrent|report)/.test(effect.type) ? [effect] : []));

t.test(
  'it is asked for once an interval, and reported again once the service says it is still there',
  async t => {
    const stage = hear(doubtful(), 30);
    t.same(stage.types.slice(0, 1), ['service.getCurrent'], 'nothing is reported blindly');
    stage.current(createItem(0));
    hear(stage, 30);
    t.match(sent(stage).at(-1), { type: 'service.reportProgress', index: 0, elapsedS: 60 });
    t.equal(sent(stage).length, 3, 'the start asked once, too');
    t.equal(stage.public.silenceReason, null);
  },
);

t.test('where it is elsewhere, or does not answer, nothing is reported, and what sounds goes on', async t => {
  for (const answer of [
    (stage: Stage) => stage.current(createItem(1)),
    (stage: Stage) => stage.current(TAKEN_OVER),
    (stage: Stage) => stage.failed(),
  ]) {
    const stage = answer(hear(doubtful(), 30));
    t.same(
      stage.effects.filter(({ type }) => /^(player|service)\./.test(type)),
      [],
    );
    t.match(hear(stage, 30).effects[0], { type: 'service.getCurrent' });
    t.equal(stage.public.silenceReason, null);
    stage.after(120_000).ended();
    t.match(stage.effects.at(-1), { type: 'service.advance', doubtful: true });
  }
});

t.test('an answer that is overtaken by another skip says nothing', async t => {
  const stage = hear(doubtful(), 30);
  const { requestId } = stage;
  stage.ask({ type: 'next' });
  stage.send({ type: 'service.itemReceived', requestId, item: createItem(0) });
  t.match(stage.state.turn, { doubtful: true });
});

t.test('while a command or the end is under way nothing else is asked', async t => {
  const stage = doubtful().ask({ type: 'next' });
  hear(stage, 31);
  t.equal(sent(stage).length, 1);
});

t.test('it is given up with the pairing', async t => {
  const stage = hear(doubtful(), 30);
  const { requestId } = stage;
  stage.send({ type: 'pairing.ended', by: 'service' });
  t.ok(stage.effects.some(effect => effect.type === 'service.abort' && effect.requestId === requestId));
});
