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
  startUp,
  starving,
} from '../rigs/core/rows.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

checkRows([
  {
    in: ['paused before it started', () => loading().ask({ type: 'pause' })],
    event: ['play', stage => stage.ask({ type: 'play' })],
    becomes: { sound: 'opening', place: 'agreed' },
    does: [{ type: 'player.resume' }],
  },
  {
    in: ['paused', () => loading().ask({ type: 'pause' })],
    event: ['its load started', stage => stage.started()],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [],
  },
  {
    in: ['paused', paused],
    event: ['player died', dies],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [],
  },
  {
    in: ['paused', paused],
    event: ['failed', stage => fails(stage, 'refused', 403)],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [],
  },
  {
    in: ['paused', paused],
    event: ['stop', stage => stage.ask({ type: 'stop' })],
    becomes: { sound: 'stopped', place: 'agreed' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['over', () => createPlaying().ended()],
    event: ['nothing follows', nothingFollows],
    becomes: { sound: 'the source has ended', place: 'nothing to agree on', silence: 'sourceEnded' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: ['over', () => createPlaying().ended()],
    event: ['skip: it is under way', stage => stage.ask({ type: 'next' })],
    becomes: { sound: 'over, next item unknown', place: 'an end is being reported', silence: 'loading' },
    does: [],
  },
  {
    in: ['over, paused', () => createPlaying().ended().ask({ type: 'pause' })],
    event: ['item received', stage => stage.answer(createItem(1))],
    becomes: { sound: 'paused', place: 'agreed' },
    does: [],
  },
  {
    in: ['waiting, device at fault', () => fails(loading(), 'device')],
    event: ['retry', stage => stage.fires('soundRetry')],
    becomes: { sound: 'opening', place: 'agreed' },
    does: [{ type: 'player.load' }],
  },
  {
    in: ['waiting', () => fails(createPlaying(), 'refused')],
    event: ['play: at once', stage => stage.ask({ type: 'play' })],
    becomes: { sound: 'no valid address', place: 'an address is needed', silence: 'loading' },
    does: [asks('current')],
  },
  {
    in: ['waiting the player', () => dies(createPlaying())],
    event: ['play: when it is back', stage => stage.ask({ type: 'play' })],
    becomes: { sound: 'the player is down', place: 'agreed', silence: 'playerUnavailable' },
    does: [],
  },
  {
    in: ['waiting', offline],
    event: ['pause', stage => stage.ask({ type: 'pause' })],
    becomes: { sound: 'paused', place: 'waiting out a service fault' },
    does: [],
  },
  {
    in: ['waiting', () => fails(createPlaying(), 'refused')],
    event: ['seek', stage => stage.ask({ type: 'seek', positionMs: 5_000 })],
    becomes: { sound: 'waiting out a sound fault', place: 'agreed', silence: 'loading' },
    does: [],
  },
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
    // A stage that has loaded nothing has an id that no load bears.
    const { loadId } = createStage();
    const question = 999;
    const position = { loadId, positionMs: 1 };
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
    stage.send({ type: 'player.stopped', loadId }).send({ type: 'command.expired', ref: 999 });
    stage.send({ type: 'player.failed', ...position, fault: 'device', httpStatus: null, detail: 'x' });
    t.equal(stage.state, state, create.name);
    t.same(stage.effects, []);
  }
});
