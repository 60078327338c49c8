import { dies } from '../rigs/core/outside.js';
import { asks, atEnd, checkRows, loading, nothingFollows, ready, startUp } from '../rigs/core/rows.js';
import { createItem, createPlaying, createStage, TAKEN_OVER } from '../rigs/core/stage.js';

checkRows([
  [
    'at rest, start',
    () => createStage().send({ type: 'engine.started' }),
    { sound: 'the player is away', place: 'nobody has asked what is current' },
    [asks('current')],
  ],
  [
    'at rest, start, unpaired',
    () => createStage({ pairing: 'unpaired' }).send({ type: 'engine.started' }),
    { sound: 'not paired', place: 'nothing to agree on' },
    [],
  ],
  [
    'at rest at the end of its source, start',
    () => createStage({ restored: { sourceEnded: true, wish: 'stopped' } }).send({ type: 'engine.started' }),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [],
  ],
  [
    'at rest, start, where the service is surely at another source',
    () => createStage({ restored: { sourceHeld: 'no' } }).send({ type: 'engine.started' }),
    { sound: 'the player is away', place: 'the service forgot the source' },
    [asks('setSource', { sourceId: 'ST:1' })],
  ],
  [
    'at rest, play',
    () => createPlaying().ask({ type: 'stop' }).after(300_000).ask({ type: 'play' }),
    { sound: 'no good address', place: 'an address is needed', silence: 'loading' },
    [asks('current')],
  ],
  [
    'at rest, play, address good',
    () => createPlaying().after(5_000).ask({ type: 'stop' }).ask({ type: 'play' }),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', startMs: 5_000 }],
  ],
  [
    'at rest at the end, play',
    () => atEnd().ask({ type: 'play' }),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [asks('setSource', { sourceId: 'ST:1' })],
  ],
  [
    'a skip, item received',
    () => createPlaying().ask({ type: 'next' }).answer(createItem(1)),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', url: 'http://audio.test/1', startMs: 0, mode: 'replace' }],
  ],
  [
    'a skip, refused',
    () => createPlaying().ask({ type: 'next' }).failed({ code: 'serviceError' }),
    { sound: 'sounding', place: 'the end is awaited', silence: null },
    [],
  ],
  [
    'a skip, the source is at its end',
    () => nothingFollows(createPlaying().ask({ type: 'next' })),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [{ type: 'player.unload' }],
  ],
  [
    'asked what is current, item received',
    loading,
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', startMs: 0 }],
  ],
  [
    'asked what is current, the remembered item',
    () =>
      ready(createStage({ restored: { item: createItem(4, { audioUrl: null }), positionMs: 42_000 } }))
        .send({ type: 'engine.started' })
        .answer(createItem(4)),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', startMs: 42_000 }],
  ],
  [
    'asked what is current, no player yet',
    () => createStage().send({ type: 'engine.started' }).answer(createItem(0)),
    { sound: 'the player is away', place: 'agreed', silence: 'playerUnavailable' },
    [],
  ],
  [
    'asked what is current, failed',
    () => startUp().failed(),
    { sound: 'nothing known', place: 'waiting the service out', silence: 'offline' },
    [],
  ],
  [
    'asked what is current, failed, paused',
    () =>
      createStage({ restored: { wish: 'paused' } })
        .send({ type: 'engine.started' })
        .failed(),
    { sound: 'paused', place: 'agreed' },
    [],
  ],
  [
    'asked what is current, no source',
    () => startUp().failed({ code: 'noSource' }),
    { sound: 'nothing known', place: 'the service forgot the source', silence: 'loading' },
    [asks('setSource', { sourceId: 'ST:1' })],
  ],
  [
    'asked what is current, no source, stopped',
    () =>
      createStage({ restored: { wish: 'stopped' } })
        .send({ type: 'engine.started' })
        .failed({ code: 'noSource' }),
    { sound: 'stopped', place: 'the source is not set, and not wanted' },
    [],
  ],
  [
    'asked what is current, no source, none remembered',
    () =>
      createStage({ restored: { source: null } })
        .send({ type: 'engine.started' })
        .failed({ code: 'noSource' }),
    { sound: 'no source', place: 'nothing to agree on' },
    [],
  ],
  [
    'asked what is current, not supported',
    () => startUp().failed({ code: 'notSupported' }),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'notSupported' },
    [],
  ],
  [
    'asked what is current, tokens refused',
    () => startUp().failed({ code: 'notPaired' }),
    { sound: 'nothing known', place: 'waiting the service out', silence: 'serviceError' },
    [],
  ],
  [
    'asked what is current, source set without an item',
    () => startUp().failed({ code: 'noSource' }).sourceSet(null),
    { sound: 'nothing known', place: 'nobody knows what is current', silence: 'loading' },
    [asks('current')],
  ],
  [
    'asked what is current, an episode without an address',
    () => startUp().answer(createItem(0, { kind: 'episode', audioUrl: null })),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'notSupported' },
    [],
  ],
  [
    'asked what is current, another item without an address',
    () => startUp().answer(createItem(0, { kind: 'unknown', audioUrl: null })),
    { sound: 'over, what follows is not known', place: 'an end is being told', silence: 'loading' },
    [asks('setEnded', { index: 0 })],
  ],
  [
    'at rest, player died',
    () => dies(atEnd()),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [],
  ],
  [
    'asked what is current, stream taken over',
    () => startUp().answer(TAKEN_OVER),
    { sound: 'the stream is taken', place: 'nothing to agree on', silence: 'takenOver' },
    [],
  ],
  [
    'asked what is current, stream taken over while paused',
    () =>
      createStage({ restored: { wish: 'paused' } })
        .send({ type: 'engine.started' })
        .answer(TAKEN_OVER),
    { sound: 'paused', place: 'the source is not set, and not wanted' },
    [],
  ],
  [
    'over, idle for too long',
    () =>
      createPlaying()
        .ended()
        .answer({ ...TAKEN_OVER, typename: 'IdleTimeoutItem', errorDescription: null, errorHeader: null }),
    { sound: 'the stream is taken', place: 'nothing to agree on', silence: 'idleTimeout' },
    [{ type: 'player.unload' }],
  ],
  [
    'taken over, stop',
    () => startUp().answer(TAKEN_OVER).ask({ type: 'stop' }),
    { sound: 'the stream is taken', place: 'nothing to agree on', silence: 'takenOver' },
    [],
  ],
  [
    'taken over, play',
    () => startUp().answer(TAKEN_OVER).ask({ type: 'play' }),
    { sound: 'the stream is taken', place: 'nothing to agree on', silence: 'takenOver' },
    [asks('setSource', { sourceId: 'ST:1' })],
  ],
]);
