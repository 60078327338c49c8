import t from 'tap';
import type { Command } from '../../src/contract/command.js';
import { dies, effectOf } from '../rigs/core/outside.js';
import { asks, atEnd, outside } from '../rigs/core/rows.js';
import { createItem, createPlaying, createStage, TAKEN_OVER, type Stage } from '../rigs/core/stage.js';

const AD = createItem(0, { kind: 'ad', interactions: [] });
const unpaired = () => createPlaying().send({ type: 'pairing.ended', by: 'service' });
const nothing = () =>
  createStage({ restored: { source: null, wish: 'stopped' } })
    .send({ type: 'engine.started' })
    .failed({ code: 'noSource' });
const despair = () => dies(dies(createPlaying()));

const refusals: readonly [string, () => Stage, Command, object][] = [
  ['play, unpaired', unpaired, { type: 'play' }, { reason: 'notPaired' }],
  ['next, unpaired', unpaired, { type: 'next' }, { reason: 'notPaired' }],
  ['play, nothing chosen', nothing, { type: 'play' }, { reason: 'noSource' }],
  ['play, player gone for good', despair, { type: 'play' }, { reason: 'playerUnavailable' }],
  ['next, nothing chosen', nothing, { type: 'next' }, { reason: 'noSource' }],
  ['previous, nothing chosen', nothing, { type: 'previous' }, { reason: 'noSource' }],
  ['replay, nothing chosen', nothing, { type: 'replay' }, { reason: 'noSource' }],
  ['seek, nothing chosen', nothing, { type: 'seek', positionMs: 0 }, { reason: 'noSource' }],
  ['feedback, nothing chosen', nothing, { type: 'setFeedback', value: 'UP' }, { reason: 'noSource' }],
  ['next, at the end of the source', atEnd, { type: 'next' }, { reason: 'noSource' }],
  ['next on an ad', () => createPlaying(AD), { type: 'next' }, { reason: 'notAllowed', interaction: 'SKIP' }],
  [
    'replay of an ad',
    () => createPlaying(AD),
    { type: 'replay' },
    { reason: 'notAllowed', interaction: 'REPLAY' },
  ],
  [
    'a jump in an ad',
    () => createPlaying(AD),
    { type: 'seek', offsetMs: 15_000 },
    { reason: 'notAllowed', interaction: 'SEEK' },
  ],
  [
    'a jump of another length where 15 seconds are allowed',
    () => createPlaying(createItem(0, { interactions: ['FORWARD_15_SECONDS'] })),
    { type: 'seek', offsetMs: 15_001 },
    { reason: 'notAllowed', interaction: 'SEEK' },
  ],
  [
    'back where forward is allowed',
    () => createPlaying(createItem(0, { interactions: ['FORWARD_15_SECONDS'] })),
    { type: 'seek', offsetMs: -15_000 },
    { reason: 'notAllowed' },
  ],
  [
    'previous where it is not allowed',
    createPlaying,
    { type: 'previous' },
    { reason: 'notAllowed', interaction: 'PREVIOUS' },
  ],
  [
    'previous, which this profile lacks',
    () => createPlaying(createItem(0, { interactions: ['PREVIOUS'] })),
    { type: 'previous' },
    { reason: 'notSupported' },
  ],
  [
    'feedback, which this profile lacks',
    () => createPlaying(createItem(0, { interactions: ['THUMB'] })),
    { type: 'setFeedback', value: 'UP' },
    { reason: 'notSupported' },
  ],
  [
    'next on a stream taken over',
    () => createPlaying().ask({ type: 'next' }).answer(TAKEN_OVER),
    { type: 'next' },
    { reason: 'notAllowed' },
  ],
];
for (const [name, create, command, refusal] of refusals) {
  t.test(`refused: ${name}`, async t => {
    const stage = create();
    const { sound, place } = stage;
    stage.ask(command);
    t.match(stage.effects, [{ type: 'command.reject', ref: stage.ref, refusal }]);
    t.same({ sound: stage.sound, place: stage.place }, { sound, place });
  });
}

t.test('pause and stop with nothing playing succeed', async t => {
  for (const type of ['pause', 'stop'] as const) {
    for (const create of [nothing, unpaired, atEnd])
      t.match(create().ask({ type }).effects, [{ type: 'command.resolve' }]);
  }
});

t.test('a second play, and a toggle', async t => {
  const stage = createPlaying();
  const { public: before } = stage;
  t.same(stage.ask({ type: 'play' }).types, ['command.resolve']);
  t.same(stage.public, before);
  t.equal(stage.ask({ type: 'playPause' }).public.playbackStatus, 'paused');
  t.equal(stage.ask({ type: 'playPause' }).public.playbackStatus, 'playing');
  stage.ended().ask({ type: 'pause' }).ask({ type: 'play' });
  t.equal(stage.public.playbackStatus, 'playing');
  t.match(stage, { sound: 'over, next item unknown', place: 'an end is being reported' });
});

const jumps: readonly [Command & { type: 'seek' }, number][] = [
  [{ type: 'seek', positionMs: 70_000 }, 70_000],
  [{ type: 'seek', positionMs: -5 }, 0],
  [{ type: 'seek', positionMs: 999_999 }, 180_000],
  [{ type: 'seek', offsetMs: 15_000 }, 75_000],
  [{ type: 'seek', offsetMs: -15_000 }, 45_000],
  [{ type: 'seek', offsetMs: -100_000 }, 0],
];
for (const [command, positionMs] of jumps) {
  t.test(`a jump ${JSON.stringify(command)} from one minute`, async t => {
    const interactions = ['SEEK', 'FORWARD_15_SECONDS', 'BACK_15_SECONDS'];
    const stage = createPlaying(createItem(0, { interactions })).after(60_000).ask(command);
    t.match(effectOf(stage, 'player.seek'), { positionMs });
    t.equal(stage.public.position.positionMs, positionMs);
  });
}

t.test('a replay begins anew and says so', async t => {
  const stage = createPlaying().after(60_000).ask({ type: 'replay' });
  t.match(outside(stage), [
    { type: 'player.seek', positionMs: 0 },
    asks('setProgress', { elapsedS: 0 }),
    { type: 'command.resolve' },
  ]);
});

t.test('the volume keeps to its ceiling and its floor, and does not unmute', async t => {
  const stage = createPlaying(undefined, {
    settings: { volumeMax: 60 },
    restored: { volume: 90, muted: true },
  });
  t.match(stage.public, { volume: 60, volumeMax: 60 });
  t.match(stage.ask({ type: 'setVolume', volume: 100 }).types, ['command.resolve']);
  t.match(stage.ask({ type: 'setVolume', offset: -25 }).effects, [
    { type: 'player.setVolume', volume: 35 },
    { type: 'command.resolve' },
  ]);
  t.equal(stage.ask({ type: 'setVolume', offset: -100 }).public.volume, 0);
  t.equal(stage.ask({ type: 'setVolume', offset: 100 }).public.volume, 60);
  t.equal(stage.public.muted, true);
  t.match(stage.ask({ type: 'setMuted', muted: true }).types, ['command.resolve']);
  t.match(stage.ask({ type: 'setMuted', muted: false }).effects, [
    { type: 'player.setMuted', muted: false },
    { type: 'command.resolve' },
  ]);
});
