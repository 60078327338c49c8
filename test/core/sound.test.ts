import { dies, heldId } from '../rigs/core/outside.js';
import { asks, checkRows, fails, handover, loading, nothingFollows, starving } from '../rigs/core/rows.js';
import { createItem, createLookingAhead, createPlaying } from '../rigs/core/stage.js';

checkRows([
  {
    in: ['playing', createPlaying],
    event: ['another source', stage => stage.ask({ type: 'play', sourceId: 'AL:2' })],
    becomes: { sound: 'sounding', place: 'a listener changes the source or the item', silence: null },
    does: [asks('setSource', { sourceId: 'AL:2' })],
  },
  {
    in: ['loading', loading],
    event: ['refused', stage => fails(stage, 'refused', 403)],
    becomes: { sound: 'waiting out a sound fault', place: 'agreed', silence: 'loading' },
    does: [],
  },
  {
    in: ['loading', loading],
    event: ['no sound device', stage => fails(stage, 'device')],
    becomes: {
      sound: 'waiting out a sound fault',
      place: 'agreed',
      silence: 'audioDeviceUnavailable',
    },
    does: [],
  },
  {
    in: ['loading', () => loading().after(15_000)],
    event: ['timed out', stage => stage.fires('stall')],
    becomes: { sound: 'waiting out a sound fault', place: 'agreed', silence: 'loading' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['loading', loading],
    event: ['unloaded by a stranger', stage => stage.send({ type: 'player.stopped', loadId: heldId(stage) })],
    becomes: { sound: 'waiting out a sound fault', place: 'agreed', silence: 'loading' },
    does: [],
  },
  {
    in: ['loading', loading],
    event: ['pause', stage => stage.ask({ type: 'pause' })],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [{ type: 'player.pause' }],
  },
  {
    in: ['loading', loading],
    event: ['seek', stage => stage.ask({ type: 'seek', positionMs: 30_000 })],
    becomes: { sound: 'opening', place: 'agreed' },
    does: [{ type: 'player.load', startMs: 30_000 }],
  },
  {
    in: ['starved', () => starving().after(15_000)],
    event: ['for too long', stage => stage.fires('stall')],
    becomes: { sound: 'waiting out a sound fault', place: 'agreed', silence: 'loading' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['playing', createPlaying],
    event: ['seek', stage => stage.ask({ type: 'seek', positionMs: 50_000 })],
    becomes: { sound: 'starved', place: 'agreed' },
    does: [{ type: 'player.seek', positionMs: 50_000 }],
  },
  {
    in: ['playing, near the end', createLookingAhead],
    event: ['next item without an address', stage => stage.answer(createItem(1, { audioUrl: null }))],
    becomes: { sound: 'sounding', place: 'agreed', silence: null },
    does: [],
  },
  {
    in: ['handover', () => handover().after(250)],
    event: ['late', stage => stage.fires('handover')],
    becomes: { sound: 'opening', place: 'agreed' },
    does: [],
  },
  {
    in: ['handover', handover],
    event: ['failed', stage => fails(stage, 'refused', 403)],
    becomes: { sound: 'waiting out a sound fault', place: 'agreed', silence: 'loading' },
    does: [],
  },
  {
    in: ['handover', handover],
    event: ['pause', stage => stage.ask({ type: 'pause' })],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [{ type: 'player.pause' }],
  },
  {
    in: ['handover', handover],
    event: ['player died', dies],
    becomes: { sound: 'the player is down', place: 'agreed', silence: 'playerUnavailable' },
    does: [],
  },
  {
    in: ['playing, nothing follows', () => nothingFollows(createLookingAhead())],
    event: ['the last second failed', stage => fails(stage, 'refused', 403)],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['playing, nothing appended', createPlaying],
    event: ['ended', stage => stage.ended()],
    becomes: { sound: 'over, next item unknown', place: 'an end is being reported', silence: 'loading' },
    does: [asks('setEnded', { index: 0, elapsedS: 180 })],
  },
  {
    in: ['playing, a skip under way', () => createPlaying().ask({ type: 'next' })],
    event: ['ended', stage => stage.ended()],
    becomes: { sound: 'over, next item unknown', place: 'an end is being reported', silence: 'loading' },
    does: [],
  },
]);
