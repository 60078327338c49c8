import t from 'tap';
import type { Source } from '../../src/core/item.js';
import {
  type Stage,
  createFailure,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  STATION,
} from '../fakes/engine-stage.js';

const ALBUM: Source = { id: 'AL:1', type: 'AL', name: null };
const GONE = { code: 'noSource', answerLost: true, reportTaken: true } as const;

/** The last item has been heard to its end, and the service has taken the report of that. */
const over = (source: Source) =>
  createPlaying(createItem(4), { restored: { source } }).after(180_000).ended();

const endTaken = ({ requestId }: Stage) => ({ type: 'service.endTaken', question: requestId }) as const;

t.test('a service that forgets an album with its last item does not have it begin again', async t => {
  const stage = over(ALBUM).failed(GONE);
  t.match(stage.public, { silenceReason: 'sourceEnded', playbackStatus: 'stopped', item: { index: 4 } });
  t.notOk(stage.types.includes('service.setSource'));
  stage.ask({ type: 'play' });
  t.match(stage.effects, [{ type: 'service.setSource', sourceId: 'AL:1' }], 'but for a listener');
});

t.test('nor after a restart in that very moment', async t => {
  const restored = { source: ALBUM, item: createItem(4), positionMs: 180_000, endTaken: true };
  const stage = createStage({ restored }).send({ type: 'player.ready' }).send({ type: 'engine.started' });
  t.equal(stage.failed({ code: 'noSource' }).public.silenceReason, 'sourceEnded');
});

t.test('nor where the end was reported while the last second sounded', async t => {
  const stage = createLookingAhead(createItem(4));
  stage.send({ type: 'service.failed', requestId: stage.requestId, failure: createFailure(GONE) });
  t.equal(stage.public.silenceReason, null, 'the last second is heard');
  stage.ended();
  t.match(stage.effects.at(-1), { type: 'service.advance', taken: true });
});

t.test('a station has no end: it is set again', async t => {
  const stage = over(STATION).failed(GONE);
  t.match(stage.effects.at(-1), { type: 'service.setSource', sourceId: STATION.id });
});

t.test('an album forgotten before its end was taken is set again', async t => {
  const stage = over(ALBUM).failed({ code: 'noSource' });
  t.match(stage.effects.at(-1), { type: 'service.setSource', sourceId: 'AL:1' });
});

t.test('picked again while the service still looks for what follows: it begins again', async t => {
  const TRACK: Source = { id: 'TR:1', type: 'TR', name: null };
  const only = createItem(0, { trackToken: null });
  const overAgain = () => {
    const stage = createPlaying(only, { restored: { source: TRACK } })
      .after(180_000)
      .ended();
    return stage.send(endTaken(stage)).ask({ type: 'play', sourceId: 'TR:1' });
  };
  const stage = overAgain().sourceSet(only, TRACK);
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { startMs: 0 },
  );
  const late = overAgain();
  late.sourceSet(null, TRACK).current(only);
  t.match(
    late.effects.find(({ type }) => type === 'player.load'),
    { startMs: 0 },
    'also where only `current` tells',
  );
});

t.test('a stream claimed back does not bring back an item whose end was taken', async t => {
  const stage = over(STATION);
  stage.send(endTaken(stage));
  stage.advanced(createItem(null, { interactions: ['FORCE_ACTIVE'], audioUrl: null }));
  stage.ask({ type: 'play' }).sourceSet(createItem(4));
  t.match(stage.effects[0], { type: 'service.advance', index: 4, taken: true });
});
