import t from 'tap';
import { dies } from '../rigs/core/outside.js';
import {
  asks,
  atEnd,
  checkRows,
  fails,
  handover,
  loading,
  nothingFollows,
  offline,
  paused,
  ready,
  startUp,
  starving,
} from '../rigs/core/rows.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

checkRows([
  [
    'paused, play, address good',
    () => paused().after(60_000).ask({ type: 'play' }),
    { sound: 'sounding', place: 'the end is awaited', silence: null },
    [{ type: 'player.resume' }],
  ],
  [
    'paused, play, address lapsed',
    () => paused().after(3_600_000).ask({ type: 'play' }),
    { sound: 'no good address', place: 'an address is needed', silence: 'loading' },
    [{ type: 'player.unload' }, asks('current')],
  ],
  [
    'paused for an hour, fresh address',
    () => paused().after(3_600_000).ask({ type: 'play' }).answer(createItem(0)),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', startMs: 7_000 }],
  ],
  [
    'paused before it started, play',
    () => loading().ask({ type: 'pause' }).ask({ type: 'play' }),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.resume' }],
  ],
  [
    'paused, its load started',
    () => loading().ask({ type: 'pause' }).started(),
    { sound: 'paused', place: 'agreed' },
    [],
  ],
  ['paused, player died', () => dies(paused()), { sound: 'paused', place: 'agreed' }, []],
  ['paused, failed', () => fails(paused(), 'refused', 403), { sound: 'paused', place: 'agreed' }, []],
  [
    'paused, stop',
    () => paused().ask({ type: 'stop' }),
    { sound: 'stopped', place: 'agreed' },
    [{ type: 'player.unload' }],
  ],
  [
    'over, item received',
    () => createPlaying().ended().answer(createItem(1)),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', url: 'http://audio.test/1' }],
  ],
  [
    'over, nothing follows',
    () => nothingFollows(createPlaying().ended()),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [{ type: 'player.unload' }],
  ],
  [
    'over, failed',
    offline,
    { sound: 'over, what follows is not known', place: 'waiting the service out', silence: 'offline' },
    [],
  ],
  [
    'over, skip: it is under way',
    () => createPlaying().ended().ask({ type: 'next' }),
    { sound: 'over, what follows is not known', place: 'an end is being told', silence: 'loading' },
    [],
  ],
  [
    'over, pause, item received',
    () => createPlaying().ended().ask({ type: 'pause' }).answer(createItem(1)),
    { sound: 'paused', place: 'agreed' },
    [],
  ],
  [
    'waiting, player ready',
    () => ready(dies(createPlaying().after(12_000))),
    { sound: 'opening', place: 'agreed' },
    [
      { type: 'player.setVolume', volume: 40 },
      { type: 'player.setMuted', muted: false },
      { type: 'player.load', startMs: 12_000 },
    ],
  ],
  [
    'waiting, retry, address at fault',
    () => fails(createPlaying(), 'refused').fires('soundRetry'),
    { sound: 'no good address', place: 'an address is needed', silence: 'loading' },
    [asks('current')],
  ],
  [
    'waiting, retry, device at fault',
    () => fails(loading(), 'device').fires('soundRetry'),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load' }],
  ],
  [
    'waiting, retry, end due',
    () => offline().fires('serviceRetry'),
    { sound: 'over, what follows is not known', place: 'an end is being told', silence: 'offline' },
    [asks('setEnded', { index: 0 })],
  ],
  [
    'waiting, play: at once',
    () => fails(createPlaying(), 'refused').ask({ type: 'play' }),
    { sound: 'no good address', place: 'an address is needed', silence: 'loading' },
    [asks('current')],
  ],
  [
    'waiting the player, play: when it is back',
    () => dies(createPlaying()).ask({ type: 'play' }),
    { sound: 'the player is away', place: 'agreed', silence: 'playerUnavailable' },
    [],
  ],
  [
    'waiting, pause',
    () => offline().ask({ type: 'pause' }),
    { sound: 'paused', place: 'waiting the service out' },
    [],
  ],
  [
    'waiting, seek',
    () => fails(createPlaying(), 'refused').ask({ type: 'seek', positionMs: 5_000 }),
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'loading' },
    [],
  ],
]);

t.test('an id that nobody waits for answers the very same state', async t => {
  for (const create of [
    startUp,
    loading,
    createPlaying,
    starving,
    paused,
    atEnd,
    offline,
    createLookingAhead,
    createAppended,
    handover,
  ]) {
    const stage = create();
    const { state } = stage;
    // No load bears it: the service was asked before anything was loaded.
    const position = { loadId: 1, positionMs: 1 };
    const question = 999;
    stage.send({
      type: 'service.answered',
      question,
      source: { id: 'ST:9', type: 'ST', name: null },
      item: null,
      done: true,
    });
    stage.answer(createItem(5), question).answer(null, question).answer(TAKEN_OVER, question);
    stage.failed({ code: 'noSource' }, question);
    for (const type of ['player.position', 'player.seeked', 'player.starved', 'player.flowing'] as const)
      stage.send({ type, ...position });
    stage
      .send({ type: 'player.started', ...position, lengthMs: null })
      .send({ type: 'player.ended', ...position, lengthMs: null });
    stage.send({ type: 'player.stopped', loadId: 1 }).send({ type: 'command.expired', ref: 999 });
    stage.send({ type: 'player.failed', ...position, fault: 'device', httpStatus: null, detail: 'x' });
    t.equal(stage.state, state, create.name);
    t.same(stage.effects, []);
  }
});
