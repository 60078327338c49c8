import { atEnd, checkRows, dies, loading, ready, startUp } from '../fakes/engine-phases.js';
import { createItem, createPlaying, createStage, TAKEN_OVER } from '../fakes/engine-stage.js';

checkRows([
  ['idle, start', startUp, { phase: 'syncing' }, [{ type: 'service.getCurrent' }]],
  [
    'idle, start, unpaired',
    () => createStage({ pairing: 'unpaired' }).send({ type: 'engine.started' }),
    { phase: 'idle' },
    [],
  ],
  [
    'idle at the end of its source, start',
    () => createStage({ restored: { sourceEnded: true, wish: 'stopped' } }).send({ type: 'engine.started' }),
    { phase: 'idle', why: 'sourceEnded' },
    [],
  ],
  [
    'idle, play',
    () => createPlaying().ask({ type: 'stop' }).after(300_000).ask({ type: 'play' }),
    { phase: 'syncing' },
    [{ type: 'service.getCurrent' }],
  ],
  [
    'idle, play, address good',
    () => createPlaying().after(5_000).ask({ type: 'stop' }).ask({ type: 'play' }),
    { phase: 'loading' },
    [{ type: 'player.load', startMs: 5_000 }],
  ],
  [
    'idle at the end, play',
    () => atEnd().ask({ type: 'play' }),
    { phase: 'idle' },
    [{ type: 'service.setSource', sourceId: 'ST:1', forCommand: true }],
  ],
  [
    'pending, item received',
    () => createPlaying().ask({ type: 'next' }).advanced(createItem(1)),
    { phase: 'loading' },
    [{ type: 'player.load', url: 'http://audio.test/1', startMs: 0, mode: 'replace' }],
  ],
  [
    'pending, refused',
    () => createPlaying().ask({ type: 'next' }).failed({ code: 'serviceError' }),
    { phase: 'playing' },
    [],
  ],
  [
    'pending, the source is at its end',
    () => createPlaying().ask({ type: 'next' }).advanced(null),
    { phase: 'idle', why: 'sourceEnded' },
    [{ type: 'player.unload' }],
  ],
  ['syncing, item received', loading, { phase: 'loading' }, [{ type: 'player.load', loadId: 2, startMs: 0 }]],
  [
    'syncing, the remembered item',
    () =>
      ready(createStage({ restored: { item: createItem(4, { audioUrl: null }), positionMs: 42_000 } }))
        .send({ type: 'engine.started' })
        .current(createItem(4)),
    { phase: 'loading' },
    [{ type: 'player.load', startMs: 42_000 }],
  ],
  [
    'syncing, no player yet',
    () => createStage().send({ type: 'engine.started' }).current(createItem(0)),
    { phase: 'recovering', fault: 'player' },
    [],
  ],
  ['syncing, failed', () => startUp().failed(), { phase: 'recovering', fault: 'offline' }, []],
  [
    'syncing, failed, paused',
    () =>
      createStage({ restored: { wish: 'paused' } })
        .send({ type: 'engine.started' })
        .failed(),
    { phase: 'paused' },
    [{ type: 'player.unload' }],
  ],
  [
    'syncing, no source',
    () => startUp().failed({ code: 'noSource' }),
    { phase: 'syncing' },
    [{ type: 'service.setSource', sourceId: 'ST:1', forCommand: false }],
  ],
  [
    'syncing, no source, stopped',
    () =>
      createStage({ restored: { wish: 'stopped' } })
        .send({ type: 'engine.started' })
        .failed({ code: 'noSource' }),
    { phase: 'idle', why: 'listener' },
    [{ type: 'player.unload' }],
  ],
  [
    'syncing, no source, none remembered',
    () =>
      createStage({ restored: { source: null } })
        .send({ type: 'engine.started' })
        .failed({ code: 'noSource' }),
    { phase: 'idle', why: 'nothing' },
    [{ type: 'player.unload' }],
  ],
  [
    'syncing, not supported',
    () => startUp().failed({ code: 'notSupported' }),
    { phase: 'idle', why: 'notSupported' },
    [{ type: 'player.unload' }],
  ],
  [
    'syncing, tokens refused',
    () => startUp().failed({ code: 'notPaired' }),
    { phase: 'recovering', fault: 'serviceError' },
    [],
  ],
  [
    'syncing, source set without an item',
    () => startUp().failed({ code: 'noSource' }).sourceSet(null),
    { phase: 'syncing' },
    [{ type: 'service.getCurrent' }],
  ],
  [
    'syncing, an episode without an address',
    () => startUp().current(createItem(0, { kind: 'episode', audioUrl: null })),
    { phase: 'idle', why: 'notSupported' },
    [{ type: 'player.unload' }],
  ],
  [
    'syncing, another item without an address',
    () => startUp().current(createItem(0, { kind: 'unknown', audioUrl: null })),
    { phase: 'advancing' },
    [{ type: 'service.advance', index: 0 }],
  ],
  ['idle, player died', () => dies(atEnd()), { phase: 'idle' }, []],
  [
    'syncing, stream taken over',
    () => startUp().current(TAKEN_OVER),
    { phase: 'inactive', why: 'takenOver' },
    [{ type: 'player.unload' }],
  ],
  [
    'syncing, stream taken over while paused',
    () =>
      createStage({ restored: { wish: 'paused' } })
        .send({ type: 'engine.started' })
        .current(TAKEN_OVER),
    { phase: 'paused' },
    [{ type: 'player.unload' }],
  ],
  [
    'advancing, idle for too long',
    () =>
      createPlaying()
        .ended()
        .advanced({ ...TAKEN_OVER, typename: 'IdleTimeoutItem', errorDescription: null, errorHeader: null }),
    { phase: 'inactive', why: 'idleTimeout' },
    [{ type: 'player.unload' }],
  ],
  ['inactive, stop', () => startUp().current(TAKEN_OVER).ask({ type: 'stop' }), { phase: 'inactive' }, []],
  [
    'inactive, play',
    () => startUp().current(TAKEN_OVER).ask({ type: 'play' }),
    { phase: 'inactive' },
    [{ type: 'service.setSource', sourceId: 'ST:1' }],
  ],
]);
