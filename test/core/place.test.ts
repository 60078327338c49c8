import { dies } from '../rigs/core/outside.js';
import { asks, atEnd, checkRows, nothingFollows, startUp } from '../rigs/core/rows.js';
import { createItem, createPlaying, createStage, TAKEN_OVER } from '../rigs/core/stage.js';

checkRows([
  {
    in: ['at rest', createStage],
    event: ['start', stage => stage.send({ type: 'engine.started' })],
    becomes: { sound: 'the player is down', place: 'current item not asked for yet' },
    does: [asks('current')],
  },
  {
    in: ['at rest, unpaired', () => createStage({ pairing: 'unpaired' })],
    event: ['start', stage => stage.send({ type: 'engine.started' })],
    becomes: { sound: 'not paired', place: 'nothing to agree on' },
    does: [],
  },
  {
    in: [
      'at rest at the end of its source',
      () => createStage({ restored: { sourceEnded: true, wish: 'stopped' } }),
    ],
    event: ['start', stage => stage.send({ type: 'engine.started' })],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    does: [],
  },
  {
    in: [
      'asked what is current, the service surely at another source',
      () => createStage({ restored: { sourceHeld: 'no' } }).send({ type: 'engine.started' }),
    ],
    event: ['an item', stage => stage.answer(createItem(0))],
    becomes: { sound: 'the player is down', place: 'the service forgot the source' },
    does: [asks('setSource', { sourceId: 'ST:1' })],
  },
  {
    in: [
      'asked what is current, the service surely at another source',
      () =>
        createStage({ restored: { sourceHeld: 'no', item: createItem(0) } }).send({ type: 'engine.started' }),
    ],
    event: ['our own item', stage => stage.answer(createItem(0))],
    becomes: { sound: 'the player is down', place: 'agreed' },
    does: [],
  },
  {
    in: [
      'asked what is current, the stream taken before the start',
      () => createStage({ restored: { sourceHeld: 'interrupted' } }).send({ type: 'engine.started' }),
    ],
    event: ['stream taken over', stage => stage.answer(TAKEN_OVER)],
    becomes: { sound: 'the stream was taken over', place: 'nothing to agree on', silence: 'takenOver' },
    does: [],
  },
  {
    in: ['at rest', () => createPlaying().ask({ type: 'stop' }).after(300_000)],
    event: ['play', stage => stage.ask({ type: 'play' })],
    becomes: { sound: 'no valid address', place: 'an address is needed', silence: 'loading' },
    does: [asks('current')],
  },
  {
    in: ['at rest, address good', () => createPlaying().after(5_000).ask({ type: 'stop' })],
    event: ['play', stage => stage.ask({ type: 'play' })],
    becomes: { sound: 'opening', place: 'agreed' },
    does: [{ type: 'player.load', startMs: 5_000 }],
  },
  {
    in: ['a skip', () => createPlaying().ask({ type: 'next' })],
    event: ['the source is at its end', nothingFollows],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['asked what is current', startUp],
    event: ['failed', stage => stage.failed()],
    becomes: { sound: 'nothing known to play', place: 'waiting out a service fault', silence: 'offline' },
    does: [],
  },
  {
    in: [
      'asked what is current while paused',
      () => createStage({ restored: { wish: 'paused' } }).send({ type: 'engine.started' }),
    ],
    event: ['failed', stage => stage.failed()],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [],
  },
  {
    in: [
      'asked what is current while stopped',
      () => createStage({ restored: { wish: 'stopped' } }).send({ type: 'engine.started' }),
    ],
    event: ['no source', stage => stage.failed({ code: 'noSource' })],
    becomes: { sound: 'stopped', place: 'the source is not set and not wanted' },
    does: [],
  },
  {
    in: [
      'asked what is current, none remembered',
      () => createStage({ restored: { source: null } }).send({ type: 'engine.started' }),
    ],
    event: ['no source', stage => stage.failed({ code: 'noSource' })],
    becomes: { sound: 'no source', place: 'nothing to agree on' },
    does: [],
  },
  {
    in: ['asked what is current', startUp],
    event: ['not supported', stage => stage.failed({ code: 'notSupported' })],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'notSupported' },
    does: [],
  },
  {
    in: ['asked what is current', startUp],
    event: ['tokens refused', stage => stage.failed({ code: 'notPaired' })],
    becomes: {
      sound: 'nothing known to play',
      place: 'waiting out a service fault',
      silence: 'serviceError',
    },
    does: [],
  },
  {
    in: ['a forgotten source is set again', () => startUp().failed({ code: 'noSource' })],
    event: ['no item comes with it', stage => stage.sourceSet(null)],
    becomes: { sound: 'nothing known to play', place: 'current item unknown', silence: 'loading' },
    does: [asks('current')],
  },
  {
    in: ['asked what is current', startUp],
    event: [
      'an episode without an address',
      stage => stage.answer(createItem(0, { kind: 'episode', audioUrl: null })),
    ],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'notSupported' },
    does: [],
  },
  {
    in: ['asked what is current', startUp],
    event: [
      'another item without an address',
      stage => stage.answer(createItem(0, { kind: 'unknown', audioUrl: null })),
    ],
    becomes: { sound: 'over, next item unknown', place: 'an end is being reported', silence: 'loading' },
    does: [asks('setEnded', { index: 0 })],
  },
  {
    in: ['at rest', atEnd],
    event: ['player died', dies],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    does: [],
  },
  {
    in: [
      'asked what is current while paused',
      () => createStage({ restored: { wish: 'paused' } }).send({ type: 'engine.started' }),
    ],
    event: ['stream taken over', stage => stage.answer(TAKEN_OVER)],
    becomes: { sound: 'paused', place: 'the source is not set and not wanted' },
    does: [],
  },
  {
    in: [
      'asked what is current at rest, a skip waits',
      () =>
        createStage({ restored: { wish: 'stopped', item: createItem(0) } })
          .send({ type: 'engine.started' })
          .ask({ type: 'next' }),
    ],
    event: ['stream taken over', stage => stage.answer(TAKEN_OVER)],
    becomes: { sound: 'stopped', place: 'the source is not set and not wanted' },
    does: [],
  },
  {
    in: ['over', () => createPlaying().ended()],
    event: [
      'idle for too long',
      stage =>
        stage.answer({
          ...TAKEN_OVER,
          typename: 'IdleTimeoutItem',
          errorDescription: null,
          errorHeader: null,
        }),
    ],
    becomes: { sound: 'the stream was taken over', place: 'nothing to agree on', silence: 'idleTimeout' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['taken over', () => startUp().answer(TAKEN_OVER)],
    event: ['stop', stage => stage.ask({ type: 'stop' })],
    becomes: { sound: 'the stream was taken over', place: 'nothing to agree on', silence: 'takenOver' },
    does: [],
  },
]);
