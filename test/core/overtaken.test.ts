import t from 'tap';
import { item, playing } from '../fakes/engine-full.js';

/** The service forgot the source and was told it anew while the question was under way: it counts from 0 again. */
const anew = (ask: Parameters<ReturnType<typeof playing>['ask']>[0]) => {
  const stage = playing().ask(ask);
  const question = stage.requestId;
  stage.after(179_000).ended().failed({ code: 'noSource' });
  return { stage, question };
};

t.test('a replay of the item before says nothing of the one with the same index', async t => {
  const { stage, question } = anew({ type: 'replay' });
  const fresh = item(0, { trackToken: 'anew', audioUrl: 'http://audio.test/anew' });
  stage.sourceSet(fresh).started().after(2_000).position(2_000);
  stage.send({ type: 'service.replayed', requestId: question, item: fresh });
  t.match(stage.types, ['command.resolve']);
  t.match(stage.state, { turn: { item: { trackToken: 'anew' } }, playback: { phase: 'playing' } });
});

t.test('nor does a thumb for it', async t => {
  const { stage, question } = anew({ type: 'setFeedback', value: 'UP' });
  stage.sourceSet(item(0, { trackToken: 'anew' })).started();
  stage.send({ type: 'service.feedbackSet', requestId: question, item: null });
  t.equal(stage.public.item?.feedback, null);
});
