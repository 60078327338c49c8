import t from 'tap';
import { createItem, createPlaying, createStage, STATION } from '../rigs/core/stage.js';

const OTHER = { id: 'AL:7', type: 'AL', name: 'Low Water' };

t.test('A number without a source is refused, and so is one to be stored of nothing', async t => {
  const stage = createStage({ restored: { source: null, wish: 'stopped' } })
    .send({ type: 'engine.started' })
    .answer(null);
  t.match(stage.ask({ type: 'play', preset: 3 }).effects, [
    { type: 'command.reject', refusal: { reason: 'noSource' } },
  ]);
  t.match(stage.ask({ type: 'setPreset', number: 3 }).effects, [
    { type: 'command.reject', refusal: { reason: 'noSource' } },
  ]);
});

t.test('A number stores what plays, by name, and plays it', async t => {
  const stage = createPlaying().ask({ type: 'setPreset', number: 4 });
  t.strictSame(stage.state.agenda.presets, [{ number: 4, source: STATION }]);
  stage.ask({ type: 'play', preset: 4 });
  t.match(stage.effects, [{ type: 'service.ask', ask: { op: 'setSource', sourceId: STATION.id } }]);
});

t.test('A source stored by its id gets its name once the service tells it', async t => {
  const stage = createPlaying().ask({ type: 'setPreset', number: 2, sourceId: OTHER.id });
  t.strictSame(stage.state.agenda.presets, [{ number: 2, source: { ...OTHER, name: null } }]);
  stage.ask({ type: 'play', preset: 2 }).sourceSet(createItem(0), OTHER);
  t.strictSame(stage.state.agenda.presets, [{ number: 2, source: OTHER }]);
});

t.test('Numbers stay in order, are replaced, emptied, and forgotten when the listener signs out', async t => {
  const stage = createPlaying();
  for (const number of [9, 1, 5]) stage.ask({ type: 'setPreset', number });
  stage.ask({ type: 'setPreset', number: 5, sourceId: OTHER.id });
  stage.ask({ type: 'setPreset', number: 9, sourceId: null });
  t.match(stage.state.agenda.presets, [
    { number: 1, source: { id: STATION.id } },
    { number: 5, source: { id: OTHER.id } },
  ]);
  t.equal(stage.state.agenda.presets.length, 2);
  stage.send({ type: 'pairing.ended', by: 'service' });
  t.equal(stage.state.agenda.presets.length, 2, 'the same listener may come back');
  stage.send({ type: 'pairing.ended', by: 'listener' });
  t.strictSame(stage.state.agenda.presets, []);
});
