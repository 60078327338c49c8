import t from 'tap';
import { createItem, createPlaying, TAKEN_OVER } from '../fakes/engine-stage.js';

const PODCAST = { id: 'PC:1', type: 'PC', name: null };
const EPISODE = createItem(0, { kind: 'episode', typename: 'PodcastEpisodeItem', audioUrl: null });
const asked = () => createPlaying().after(9_000).ask({ type: 'play', sourceId: 'PE:1' });

t.test('an episode without an address: the command hears of it, and so does everybody else', async t => {
  const stage = asked().sourceSet(EPISODE, PODCAST);
  t.match(
    stage.effects.filter(({ type }) => !type.startsWith('timer')),
    [
      { type: 'player.unload' },
      { type: 'command.reject', ref: 1, refusal: { reason: 'notSupported', message: /episode/ } },
    ],
  );
  t.match(stage.public, {
    silenceReason: 'notSupported',
    playbackStatus: 'stopped',
    notice: { code: 'notSupported' },
    source: { id: 'PC:1' },
    item: { kind: 'episode', index: 0 },
    position: { positionMs: 0, rate: 0 },
  });
});

t.test('what waited behind it is judged by what is so now', async t => {
  const stage = asked().ask({ type: 'next' }).sourceSet(EPISODE, PODCAST);
  t.match(stage.effects.at(-1), { type: 'command.reject', ref: 2, refusal: { reason: 'noSource' } });
});

t.test('one with an address plays, and a stream taken over is none', async t => {
  t.match(
    asked()
      .sourceSet({ ...EPISODE, audioUrl: 'http://audio.test/e' }, PODCAST)
      .types.at(-1),
    'command.resolve',
  );
  t.equal(asked().sourceSet({ ...TAKEN_OVER, kind: 'episode' }, PODCAST).public.silenceReason, 'takenOver');
});
