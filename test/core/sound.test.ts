import { dies, heldId } from '../rigs/core/outside.js';
import {
  asks,
  atEnd,
  checkRows,
  fails,
  flows,
  handover,
  loading,
  nothingFollows,
  paused,
  starving,
} from '../rigs/core/rows.js';
import { createAppended, createItem, createLookingAhead, createPlaying } from '../rigs/core/stage.js';

checkRows([
  [
    'playing, another source',
    () => createPlaying().ask({ type: 'play', sourceId: 'AL:2' }),
    { sound: 'sounding', place: 'a listener changes the source or the item', silence: null },
    [asks('setSource', { sourceId: 'AL:2' })],
  ],
  [
    'playing, skip',
    () => createPlaying().ask({ type: 'next' }),
    { sound: 'sounding', place: 'an end is being told', silence: null },
    [
      asks('skip', {
        index: 0,

        elapsedS: 0,
        lengthS: 180,
      }),
    ],
  ],
  [
    'loading, started',
    () => loading().started(),
    { sound: 'sounding', place: 'the end is awaited', silence: null },
    [],
  ],
  [
    'loading, refused',
    () => fails(loading(), 'refused', 403),
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'loading' },
    [],
  ],
  [
    'loading, no sound device',
    () => fails(loading(), 'device'),
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'audioDeviceUnavailable' },
    [],
  ],
  [
    'loading, timed out',
    () => loading().after(15_000).fires('stall'),
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'loading' },
    [{ type: 'player.unload' }],
  ],
  [
    'loading, unloaded by a stranger',
    () => {
      const stage = loading();
      return stage.send({ type: 'player.stopped', loadId: heldId(stage) });
    },
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'loading' },
    [],
  ],
  [
    'loading, pause',
    () => loading().ask({ type: 'pause' }),
    { sound: 'paused', place: 'agreed' },
    [{ type: 'player.pause' }],
  ],
  [
    'loading, seek',
    () => loading().ask({ type: 'seek', positionMs: 30_000 }),
    { sound: 'opening', place: 'agreed' },
    [{ type: 'player.load', startMs: 30_000 }],
  ],
  ['playing, starved', starving, { sound: 'starved', place: 'agreed' }, []],
  [
    'starved, flowing',
    () => flows(starving()),
    { sound: 'sounding', place: 'the end is awaited', silence: null },
    [],
  ],
  [
    'starved for too long',
    () => starving().after(15_000).fires('stall'),
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'loading' },
    [{ type: 'player.unload' }],
  ],
  [
    'playing, seek',
    () => createPlaying().ask({ type: 'seek', positionMs: 50_000 }),
    { sound: 'starved', place: 'agreed' },
    [{ type: 'player.seek', positionMs: 50_000 }],
  ],
  [
    'playing, near the end',
    () => createLookingAhead(),
    { sound: 'sounding', place: 'an end is being told', silence: null },
    [asks('setEnded', { index: 0, elapsedS: 180, lengthS: 180 })],
  ],
  [
    'playing, next item in hand',
    () => createAppended(),
    { sound: 'sounding', place: 'agreed', silence: null },
    [{ type: 'player.load', mode: 'append', url: 'http://audio.test/1', startMs: 0 }],
  ],
  [
    'playing, next item without an address',
    () => createAppended(createItem(1, { audioUrl: null })),
    { sound: 'sounding', place: 'agreed', silence: null },
    [],
  ],
  [
    'playing, next entry started',
    () => createAppended().started(),
    { sound: 'sounding', place: 'the end is awaited', silence: null },
    [],
  ],
  [
    'playing, ended, next entry appended',
    handover,
    { sound: 'between two items', place: 'agreed', silence: null },
    [],
  ],
  [
    'handover, started',
    () => handover().started(),
    { sound: 'sounding', place: 'the end is awaited', silence: null },
    [],
  ],
  [
    'handover, late',
    () => handover().after(250).fires('handover'),
    { sound: 'opening', place: 'agreed' },
    [],
  ],
  [
    'handover, failed',
    () => fails(handover(), 'refused', 403),
    { sound: 'waiting a fault of the sound out', place: 'agreed', silence: 'loading' },
    [],
  ],
  [
    'handover, pause',
    () => handover().ask({ type: 'pause' }),
    { sound: 'paused', place: 'agreed' },
    [{ type: 'player.pause' }],
  ],
  [
    'handover, player died',
    () => dies(handover()),
    { sound: 'the player is away', place: 'agreed', silence: 'playerUnavailable' },
    [],
  ],
  [
    'playing, the last second failed, nothing follows',
    () => fails(nothingFollows(createLookingAhead()), 'refused', 403),
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [{ type: 'player.unload' }],
  ],
  [
    'playing, ended, nothing appended',
    () => createPlaying().ended(),
    { sound: 'over, what follows is not known', place: 'an end is being told', silence: 'loading' },
    [asks('setEnded', { index: 0, elapsedS: 180 })],
  ],
  [
    'playing, ended, its end being told',
    () => createLookingAhead().ended(),
    { sound: 'over, what follows is not known', place: 'an end is being told', silence: 'loading' },
    [],
  ],
  [
    'playing, ended, skip under way',
    () => createPlaying().ask({ type: 'next' }).ended(),
    { sound: 'over, what follows is not known', place: 'an end is being told', silence: 'loading' },
    [],
  ],
  [
    'playing, ended, nothing follows',
    atEnd,
    { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    [{ type: 'player.unload' }],
  ],
  ['playing, pause', paused, { sound: 'paused', place: 'agreed' }, [{ type: 'player.pause' }]],
  [
    'playing, stop',
    () => createPlaying().ask({ type: 'stop' }),
    { sound: 'stopped', place: 'agreed' },
    [{ type: 'player.unload' }],
  ],
  [
    'playing, player died',
    () => dies(createPlaying()),
    { sound: 'the player is away', place: 'agreed', silence: 'playerUnavailable' },
    [],
  ],
]);
