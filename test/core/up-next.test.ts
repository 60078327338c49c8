import t from 'tap';
import { early, item, nearing, peeked, peeking } from '../rigs/core/full.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

const NEXT = item(1, {
  title: 'Wide Water',
  artist: 'Ada Fen',
  album: 'Delta',
  artUrl: 'https://art.test/1',
  podcast: 'left out',
  feedback: 'UP',
});
const SHOWN = {
  title: 'Wide Water',
  artist: 'Ada Fen',
  album: 'Delta',
  artUrl: 'https://art.test/1',
  durationMs: 180_000,
};

t.test('The peeked item comes next and shows only its public members', async t => {
  const stage = peeking();
  t.equal(stage.public.upNext, null, 'nobody knows yet');
  stage.answer(NEXT, stage.asked('peek'));
  t.strictSame(stage.public.upNext, SHOWN);
  t.strictSame(nearing(stage).public.upNext, SHOWN, 'while the end is told');
});

t.test('once it sounds it is the item, and what comes after it is not known', async t => {
  const stage = early(NEXT);
  t.match(stage.public, { item: { title: 'Wide Water' }, upNext: null });
});

t.test('a service of the profile core tells it with the end of the item', async t => {
  const stage = createLookingAhead();
  t.equal(stage.public.upNext, null);
  const next = createItem(1, { artist: 'Ada Fen' });
  t.strictSame(createAppended(next).public.upNext, {
    title: 'Title 1',
    artist: 'Ada Fen',
    durationMs: 180_000,
  });
});

t.test('nobody is asked for it', async t => {
  const stage = createPlaying();
  for (let second = 1; second <= 60; second += 1) stage.after(1_000).position(second * 1_000);
  t.notOk(stage.log.some(effect => effect.type === 'service.ask' && effect.ask.op === 'peek'));
  t.equal(stage.public.upNext, null);
});

t.test('a pause keeps it; where only a listener goes on, nothing comes', async t => {
  const stage = peeked(NEXT).ask({ type: 'pause' });
  t.strictSame(stage.public.upNext, SHOWN);
  const taken = peeked(NEXT);
  taken.answer(TAKEN_OVER, taken.asked('tell'));
  t.match(taken.public, { silenceReason: 'takenOver', upNext: null });
  const gone = peeked(NEXT).send({ type: 'pairing.ended', by: 'service' });
  t.match(gone.public, { pairing: 'unpaired', upNext: null });
});
