import t from 'tap';
import type { Command } from '../../src/contract/command.js';
import { SILENCE_REASONS, type SilenceReason } from '../../src/contract/public-state.js';
import { dies } from '../rigs/core/outside.js';
import { atEnd, fails, flows, offline, starves } from '../rigs/core/rows.js';
import {
  createAppended,
  createItem,
  createPlaying,
  createStage,
  EPOCH_OFFSET_MS,
  type Stage,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

const device = () => fails(createPlaying(), 'device', null, 1);
const dead = () => dies(createPlaying());
const broken = () => createPlaying().ended().failed({ code: 'serviceError' });
const unpair = (stage: Stage) => stage.send({ type: 'pairing.ended', by: 'service' });
const mute = (stage: Stage) => stage.ask({ type: 'setMuted', muted: true });
/** Four addresses in a row come to nothing; the fifth is being opened. */
const refuseAll = (fault: 'refused' | 'unreachable') => {
  const stage = createPlaying();
  for (let n = 0; n < 4; n += 1)
    fails(stage, fault, fault === 'refused' ? 403 : null)
      .fires('soundRetry')
      .answer(createItem(0));
  return stage;
};
const fiveUnplayable = () => {
  const stage = createPlaying();
  for (let index = 0; index < 5; index += 1) {
    for (let tries = 0; tries < 3; tries += 1) {
      fails(stage, 'undecodable');
      if (tries < 2) stage.fires('soundRetry').answer(createItem(index));
    }
    if (index < 4) stage.answer(createItem(index + 1));
  }
  return stage;
};

const rows: readonly [SilenceReason | null, string, () => Stage][] = [
  [null, 'sound', createPlaying],
  [
    null,
    'sound, while another source is asked for',
    () => createPlaying().ask({ type: 'play', sourceId: 'ST:2' }),
  ],
  [null, 'sound, the next item in hand', createAppended],
  ['notPaired', 'the pairing ended', () => unpair(createPlaying())],
  [
    'notPaired',
    'the pairing ended while taken over',
    () => unpair(createStage().send({ type: 'engine.started' }).answer(TAKEN_OVER)),
  ],
  [
    'takenOver',
    'taken over, and muted, and the player dead',
    () => mute(createStage().send({ type: 'engine.started' }).answer(TAKEN_OVER)),
  ],
  [
    'idleTimeout',
    'idle for too long',
    () =>
      createStage()
        .send({ type: 'engine.started' })
        .answer({ ...TAKEN_OVER, typename: 'IdleTimeoutItem' }),
  ],
  [
    'announcement',
    'an announcement on a bare output',
    () => createPlaying().ask({ type: 'announce', id: 'a', by: 'Ada', lengthMs: 2_000 }),
  ],
  [
    null,
    'an announcement on an output that mixes',
    () =>
      createPlaying()
        .send({ type: 'player.output', mixes: true })
        .ask({ type: 'announce', id: 'a', by: 'Ada', lengthMs: 2_000 }),
  ],
  ['sourceEnded', 'the source is at its end, stopped since', () => atEnd().ask({ type: 'stop' })],
  [
    'notSupported',
    'the source may not be played',
    () => createStage().send({ type: 'engine.started' }).failed({ code: 'notSupported' }),
  ],
  ['noSource', 'nothing was ever chosen', () => createStage({ restored: { source: null, wish: 'stopped' } })],
  ['paused', 'paused, muted, player dead', () => mute(dies(createPlaying().ask({ type: 'pause' })))],
  ['paused', 'paused while offline', () => offline().ask({ type: 'pause' })],
  ['paused', 'restart without resuming', () => createStage({ settings: { resume: false } })],
  [
    'paused',
    'signed in again after the service had ended the pairing',
    () => unpair(createPlaying()).send({ type: 'pairing.began', sameListener: true }),
  ],
  [
    'stopped',
    'so, where the listener had stopped before',
    () => unpair(createPlaying().ask({ type: 'stop' })).send({ type: 'pairing.began', sameListener: true }),
  ],
  ['stopped', 'stopped by the listener', () => createPlaying().ask({ type: 'stop' })],
  ['playerUnavailable', 'the player is dead', dead],
  ['playerUnavailable', 'dead while the device is gone', () => dies(device())],
  ['audioDeviceUnavailable', 'no sound device', device],
  ['audioDeviceUnavailable', 'no sound device, between two tries', () => device().fires('soundRetry')],
  ['offline', 'the service is away', offline],
  ['offline', 'the service is away, between two tries', () => offline().fires('serviceRetry')],
  ['offline', 'no address can be reached', () => refuseAll('unreachable')],
  ['serviceError', 'every address is refused', () => refuseAll('refused')],
  ['serviceError', 'the service is broken', broken],
  ['serviceError', 'five items in a row', fiveUnplayable],
  ['loading', 'an address is refused once', () => fails(createPlaying(), 'refused', 403)],
  ['loading', 'loading', () => createPlaying().ended().answer(createItem(1))],
  ['loading', 'loading, muted', () => mute(createPlaying().ended().answer(createItem(1)))],
  ['loading', 'starved', () => starves(createPlaying(), 1)],
  ['loading', 'seeking', () => createPlaying().ask({ type: 'seek', positionMs: 9 })],
  ['loading', 'the player has come back', () => dead().send({ type: 'player.ready' })],
  ['muted', 'muted', () => mute(createPlaying())],
  ['muted', 'volume 0', () => createPlaying().ask({ type: 'setVolume', volume: 0 })],
];

for (const [reason, name, create] of rows) {
  t.test(`${String(reason)}: ${name}`, async t => {
    const { silenceReason, position } = create().public;
    t.equal(silenceReason, reason);
    t.equal(position.rate, reason === null || reason === 'muted' ? 1 : 0);
  });
}

t.test('every reason of the contract has a row', async t => {
  t.same(
    SILENCE_REASONS.filter(reason => !rows.some(row => row[0] === reason)),
    [],
  );
});

t.test('can says what would be accepted, in every one of these states and more', async t => {
  const bare = () => createPlaying(createItem(0, { interactions: [] }));
  const stages = [
    ...rows.map(row => row[2]),
    bare,
    () => createPlaying().ask({ type: 'next' }),
    () =>
      createStage({ restored: { source: null, wish: 'stopped' } })
        .send({ type: 'engine.started' })
        .answer(createItem(0)),
  ];
  const commands: Record<string, Command> = {
    play: { type: 'play' },
    pause: { type: 'pause' },
    next: { type: 'next' },
    previous: { type: 'previous' },
    replay: { type: 'replay' },
    seek: { type: 'seek', positionMs: 0 },
    feedback: { type: 'setFeedback', value: 'UP' },
  };
  for (const create of stages) {
    for (const [name, command] of Object.entries(commands)) {
      const stage = create();
      const can = stage.public.can[name as keyof typeof stage.public.can];
      stage.ask(command);
      t.equal(stage.types.includes('command.reject'), !can, `${name}: ${stage.sound}`);
    }
  }
});

t.test('phones see the item without its secrets, and the place in their own time', async t => {
  const item = createItem(3, {
    artist: 'A',
    album: 'B',
    podcast: 'P',
    artUrl: 'http://art.test',
    feedback: 'UP',
  });
  const stage = createPlaying(item).after(2_000);
  t.same(stage.public.item, {
    kind: 'track',
    index: 3,
    title: 'Title 3',
    artist: 'A',
    album: 'B',
    podcast: 'P',
    artUrl: 'http://art.test',
    durationMs: 180_000,
    feedback: 'UP',
    interactions: ['SKIP', 'REPLAY', 'SEEK'],
  });
  t.same(stage.public.source, { id: 'ST:1', type: 'ST', name: 'One' });
  t.same(stage.public.position, { positionMs: 0, atMs: EPOCH_OFFSET_MS, rate: 1 });
  const plain = createPlaying(createItem(0, { durationMs: null }));
  t.same(Object.keys(plain.public.item ?? {}), ['kind', 'index', 'title', 'feedback', 'interactions']);
  plain
    .ask({ type: 'play', sourceId: 'AL:2' })
    .sourceSet(createItem(0, { trackToken: 'x' }), { id: 'AL:2', type: 'AL', name: null });
  t.same(plain.public.source, { id: 'AL:2', type: 'AL' });
});

t.test('item, source and position stay through pause and stop', async t => {
  const stage = createPlaying().after(9_000).ask({ type: 'pause' });
  t.match(stage.public, {
    item: { index: 0 },
    source: { id: 'ST:1' },
    position: { positionMs: 9_000, rate: 0 },
    playbackStatus: 'paused',
  });
  stage.after(5_000).ask({ type: 'stop' });
  t.match(stage.public, {
    item: { index: 0 },
    source: { id: 'ST:1' },
    position: { positionMs: 9_000, rate: 0 },
    playbackStatus: 'stopped',
  });
});

t.test('a clock that is set moves atMs and nothing else', async t => {
  const stage = createPlaying().after(1_000);
  const before = stage.public;
  stage.send({ type: 'clock.set', epochOffsetMs: EPOCH_OFFSET_MS + 500 });
  t.same(stage.public, { ...before, position: { ...before.position, atMs: before.position.atMs + 500 } });
  t.same(stage.effects, []);
});

t.test('starved of data: buffering, loading, at rest where it is', async t => {
  const stage = starves(createPlaying().after(4_000), 3_900);
  t.match(stage.public, {
    buffering: true,
    silenceReason: 'loading',
    position: { positionMs: 3_900, rate: 0 },
    playbackStatus: 'playing',
  });
  flows(stage.after(9_000), 3_900);
  t.match(stage.public, { buffering: false, silenceReason: null, position: { positionMs: 3_900, rate: 1 } });
});
