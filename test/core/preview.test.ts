import t from 'tap';
import { closing, early, foretold, FULL, item, peeking } from '../fakes/engine-full.js';
import { checkRows, dies, fails } from '../fakes/engine-phases.js';
import { createPlaying, createStage, type Stage, TAKEN_OVER } from '../fakes/engine-stage.js';

const APPEND = { type: 'player.load', mode: 'append', url: 'http://audio.test/1' };
const END = { type: 'service.advance', by: 'end', index: 0, elapsedS: 180, lengthS: 180 };

checkRows([
  ['peek, five seconds into the item', () => peeking(), { phase: 'playing' }, [{ type: 'service.peek' }]],
  [
    'peek, never of a service that has none',
    () => createPlaying(item(0)).after(5_000).fires('lookAhead'),
    { phase: 'playing' },
    [],
  ],
  ['peeked, the next item', () => foretold(), { phase: 'playing' }, [APPEND]],
  ['peeked, nothing', () => peeking().peeked(null), { phase: 'playing' }, []],
  ['peeked, the same item', () => peeking().peeked(item(0)), { phase: 'playing' }, []],
  ['peeked, no address', () => foretold(item(1, { audioUrl: null })), { phase: 'playing' }, []],
  ['peeked, a stream taken over', () => peeking().peeked(TAKEN_OVER), { phase: 'playing' }, []],
  ['peek, refused', () => peeking().failed({ code: 'serviceError' }), { phase: 'playing' }, []],
  ['foretold, near the end', () => closing(), { phase: 'playing' }, [END]],
  [
    'foretold, the answer is another item',
    () => closing().advanced(item(1, { trackToken: 'other', audioUrl: 'http://audio.test/other' })),
    { phase: 'playing' },
    [{ ...APPEND, url: 'http://audio.test/other' }],
  ],
  [
    'foretold, the answer is another item without an address',
    () => closing().advanced(item(1, { trackToken: 'other', audioUrl: null })),
    { phase: 'playing' },
    [{ type: 'player.dropAppended' }],
  ],
  [
    'foretold, the answer is the end of the source',
    () => closing().advanced(null),
    { phase: 'playing' },
    [{ type: 'player.dropAppended' }],
  ],
  ['foretold, the answer is the same', () => closing().advanced(item(1)), { phase: 'playing' }, []],
  [
    'foretold, skipped',
    () => foretold().ask({ type: 'next' }).advanced(item(1)),
    { phase: 'loading' },
    [{ type: 'player.next' }],
  ],
  [
    'foretold, skipped to another item',
    () =>
      foretold()
        .ask({ type: 'next' })
        .advanced(item(1, { trackToken: 'other' })),
    { phase: 'loading' },
    [{ type: 'player.load', mode: 'replace' }],
  ],
  [
    'foretold, the stream that sounds breaks off',
    () => foretold().send({ type: 'player.ended', loadId: 2, positionMs: 60_000, lengthMs: 180_000 }),
    { phase: 'recovering', fault: 'address' },
    [{ type: 'player.unload' }],
  ],
  [
    'foretold, what sounds cannot be decoded',
    () => {
      const failed = { fault: 'undecodable', httpStatus: null, positionMs: 9_000, detail: 'x' } as const;
      return foretold().send({ type: 'player.failed', loadId: 2, ...failed });
    },
    { phase: 'recovering' },
    [{ type: 'player.unload' }],
  ],
  ['foretold, the player dies', () => dies(foretold()), { phase: 'recovering', fault: 'player' }, []],
  [
    'foretold, what was appended fails before its turn',
    () => fails(foretold(), 'refused', 403),
    { phase: 'playing' },
    [],
  ],
  [
    'something taken back begins in the same instant',
    () => {
      const stage = closing();
      const { loadId } = stage;
      return stage
        .advanced(item(1, { trackToken: 'other' }))
        .send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 1_000 });
    },
    { phase: 'playing' },
    [{ type: 'player.next' }],
  ],
]);

const delays = (stage: Stage) =>
  stage.effects.flatMap(effect =>
    effect.type === 'timer.set' && effect.name === 'lookAhead' ? [effect.delayMs] : [],
  );

t.test('a short item is looked beyond at once, others once they have settled', async t => {
  const lengths: readonly [number | null, number][] = [
    [3_000, 0],
    [14_000, 2_000],
    [180_000, 5_000],
    [240_000, 12_000],
    [600_000, 372_000],
    [null, 5_000],
  ];
  for (const [lengthMs, delayMs] of lengths) {
    const stage = createStage({ abilities: FULL }).send({ type: 'player.ready' });
    stage.send({ type: 'engine.started' }).current(item(0, { durationMs: lengthMs }));
    t.same(delays(stage.started(0, lengthMs)), [delayMs]);
  }
});

t.test('a preview that failed is asked for once more, twelve seconds before the end', async t => {
  const stage = peeking().peeked(null);
  t.same(delays(stage), [163_000]);
  stage.after(163_000).position(168_000).fires('lookAhead');
  t.match(stage.effects, [{ type: 'service.peek' }, { type: 'timer.set', delayMs: 11_000 }]);
  stage.peeked(null);
  t.same(delays(stage), [11_000], 'then the report of the end comes');
});

t.test('an address that lapses while the item is paused is renewed before its turn', async t => {
  const stage = foretold().after(10_000).ask({ type: 'pause' }).after(100_000).ask({ type: 'play' });
  t.same(delays(stage), [153_000]);
  stage.after(153_000).position(168_000).fires('lookAhead');
  t.equal(stage.effects[0]?.type, 'service.peek');
  stage.peeked(item(1, { audioUrl: 'http://audio.test/fresh' }));
  t.match(stage.effects[0], { ...APPEND, url: 'http://audio.test/fresh' });
});

t.test('confirmed, it is the turn of the next item at its first sample', async t => {
  const stage = closing().advanced(item(1, { audioUrl: null, title: 'As answered' }));
  const { loadId } = stage;
  stage.after(950).send({ type: 'player.ended', loadId: 2, positionMs: 180_000, lengthMs: 180_000 });
  t.equal(stage.public.silenceReason, null);
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.match(stage.effects.at(-1), { type: 'service.reportStarted', index: 1, elapsedS: 0 });
  t.match(stage.public, { item: { index: 1, title: 'As answered' }, silenceReason: null });
  t.equal(stage.state.turn?.item.audioUrl, 'http://audio.test/1', 'the address it plays from');
});

t.test('foretold, it sounds before the answer, and is reported only after it', async t => {
  const stage = early();
  t.match(stage.public, { item: { index: 1 }, silenceReason: null, position: { rate: 1 } });
  t.notOk(stage.effects.some(({ type }) => type.startsWith('service.')));
  for (let second = 1; second <= 40; second += 1) stage.after(1_000).position(second * 1_000);
  t.notOk(stage.log.some(effect => effect.type === 'service.reportProgress' && effect.index === 1));
  const { requestId } = stage.state.closing ?? {};
  stage.advanced(item(1), requestId ?? 0);
  t.match(stage.effects[0], { type: 'service.reportStarted', index: 1, elapsedS: 40 });
  t.equal(stage.state.closing, null);
});
