import t from 'tap';
import {
  atEnd,
  checkRows,
  dies,
  fails,
  handover,
  loading,
  offline,
  paused,
  ready,
  startUp,
  starving,
} from '../fakes/engine-phases.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  TAKEN_OVER,
} from '../fakes/engine-stage.js';

checkRows([
  [
    'paused, play, address good',
    () => paused().after(60_000).ask({ type: 'play' }),
    { phase: 'playing', flow: 'flowing' },
    [{ type: 'player.resume' }],
  ],
  [
    'paused, play, address lapsed',
    () => paused().after(3_600_000).ask({ type: 'play' }),
    { phase: 'syncing' },
    [{ type: 'player.unload' }, { type: 'service.getCurrent' }],
  ],
  [
    'paused for an hour, fresh address',
    () => paused().after(3_600_000).ask({ type: 'play' }).current(createItem(0)),
    { phase: 'loading' },
    [{ type: 'player.load', startMs: 7_000 }],
  ],
  [
    'paused before it started, play',
    () => loading().ask({ type: 'pause' }).ask({ type: 'play' }),
    { phase: 'loading' },
    [{ type: 'player.resume' }],
  ],
  [
    'paused, its load started',
    () => loading().ask({ type: 'pause' }).started(),
    { phase: 'paused', started: true },
    [],
  ],
  ['paused, player died', () => dies(paused()), { phase: 'paused', loadId: null }, []],
  [
    'paused, failed',
    () => fails(paused(), 'refused', 403),
    { phase: 'paused', loadId: null },
    [{ type: 'player.unload' }],
  ],
  [
    'paused, stop',
    () => paused().ask({ type: 'stop' }),
    { phase: 'idle', why: 'listener' },
    [{ type: 'player.unload' }],
  ],
  [
    'advancing, item received',
    () => createPlaying().ended().advanced(createItem(1)),
    { phase: 'loading' },
    [{ type: 'player.load', url: 'http://audio.test/1' }],
  ],
  [
    'advancing, nothing follows',
    () => createPlaying().ended().advanced(null),
    { phase: 'idle', why: 'sourceEnded' },
    [{ type: 'player.unload' }],
  ],
  ['advancing, failed', offline, { phase: 'recovering', fault: 'offline' }, []],
  [
    'advancing, skip: it is under way',
    () => createPlaying().ended().ask({ type: 'next' }),
    { phase: 'advancing' },
    [],
  ],
  [
    'advancing, pause, item received',
    () => createPlaying().ended().ask({ type: 'pause' }).advanced(createItem(1)),
    { phase: 'paused', loadId: null },
    [{ type: 'player.unload' }],
  ],
  [
    'recovering, player ready',
    () => ready(dies(createPlaying().after(12_000))),
    { phase: 'loading' },
    [
      { type: 'player.setVolume', volume: 40 },
      { type: 'player.setMuted', muted: false },
      { type: 'player.load', startMs: 12_000 },
    ],
  ],
  [
    'recovering, retry, address at fault',
    () => fails(createPlaying(), 'refused').fires('retry'),
    { phase: 'syncing' },
    [{ type: 'service.getCurrent' }],
  ],
  [
    'recovering, retry, device at fault',
    () => fails(loading(), 'device').fires('retry'),
    { phase: 'loading' },
    [{ type: 'player.load' }],
  ],
  [
    'recovering, retry, end due',
    () => offline().fires('retry'),
    { phase: 'advancing' },
    [{ type: 'service.advance', index: 0, doubtful: false }],
  ],
  [
    'recovering, play: at once',
    () => fails(createPlaying(), 'refused').ask({ type: 'play' }),
    { phase: 'syncing' },
    [{ type: 'service.getCurrent' }],
  ],
  [
    'recovering the player, play: when it is back',
    () => dies(createPlaying()).ask({ type: 'play' }),
    { phase: 'recovering' },
    [],
  ],
  [
    'recovering, pause',
    () => offline().ask({ type: 'pause' }),
    { phase: 'paused', loadId: null },
    [{ type: 'player.unload' }],
  ],
  [
    'recovering, seek',
    () => fails(createPlaying(), 'refused').ask({ type: 'seek', positionMs: 5_000 }),
    { phase: 'recovering' },
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
    const position = { loadId: 999, positionMs: 1 };
    stage.send({ type: 'service.itemReceived', requestId: 999, item: createItem(5) });
    stage.send({
      type: 'service.sourceSet',
      requestId: 999,
      source: { id: 'ST:9', type: 'ST', name: null },
      item: null,
    });
    stage.advanced(createItem(5), 999).advanced(null, 999);
    stage.send({ type: 'service.progressReported', requestId: 999, item: TAKEN_OVER });
    for (const type of ['player.position', 'player.seeked', 'player.starved', 'player.flowing'] as const)
      stage.send({ type, ...position });
    stage
      .send({ type: 'player.started', ...position, lengthMs: null })
      .send({ type: 'player.ended', ...position, lengthMs: null });
    stage.send({ type: 'player.stopped', loadId: 999 }).send({ type: 'command.expired', ref: 999 });
    stage.send({ type: 'player.failed', ...position, fault: 'device', httpStatus: null, detail: 'x' });
    t.equal(stage.state, state, create.name);
    t.same(stage.effects, []);
  }
});
