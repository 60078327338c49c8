import t from 'tap';
import { due } from '../../src/core/facts/end.js';
import { withEndOf } from '../../src/core/facts/entry.js';
import { withCurrent } from '../../src/core/facts/playlist.js';
import type { State } from '../../src/core/model/state.js';
import type { Effect } from '../../src/core/reconcile/effect.js';
import { stateSettled, transition } from '../../src/core/transition.js';
import { FULL, item, playing } from '../rigs/core/full.js';
import { allOutside, outside, timerOf } from '../rigs/core/outside.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';

/** More in a row than any flow has. */
const MANY = 16;

/** An end is due, and `inARow` questions have been opened since anything but answers came. */
function dueAfter(inARow: number): State {
  const { state } = createPlaying();
  const counted = { ...state, ledger: { ...state.ledger, inARow } };
  return withCurrent(counted, entry => withEndOf(entry, due('end', 180)));
}

const asks = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap(effect => (effect.type === 'service.ask' ? [effect.ask.op] : []));

t.test('questions that lead to questions without end are braked, and go on after a wait', async t => {
  t.strictSame(asks(stateSettled(dueAfter(MANY - 1)).effects), ['setEnded'], 'not before');

  const { state, effects } = stateSettled(dueAfter(MANY));
  t.strictSame(asks(effects), []);
  t.match(timerOf({ effects }, 'serviceRetry'), { delayMs: Number }, 'the service is waited out');
  t.match(state.troubles.service, { fault: 'serviceError', waited: false });

  const rung = transition(state, { type: 'timer.fired', name: 'serviceRetry' }, state.now + 2_000);
  t.strictSame(asks(rung.effects), ['setEnded'], 'it is tried again then');
  t.equal(rung.state.ledger.inARow, 1);
});

t.test('answers and positions let nothing more be asked, anything else does', async t => {
  const braked = stateSettled(dueAfter(MANY)).state;
  const loadId = braked.player.held?.loadId ?? 0;
  for (const [event, isReleased] of [
    [{ type: 'player.position', loadId, positionMs: 1_000 }, false],
    [{ type: 'service.answered', question: 99, item: createItem(1), source: null, done: true }, false],
    [{ type: 'network.linkUp' }, true],
    [{ type: 'player.seeked', loadId, positionMs: 1_000 }, true],
    [
      { type: 'command.received', ref: 1, command: { type: 'pause' }, cause: { client: 'a', method: 'b' } },
      true,
    ],
  ] as const) {
    const { state } = transition(braked, event, braked.now + 1_000);
    t.equal(state.ledger.inARow < MANY, isReleased, event.type);
  }
});

t.test('each question of a place counts, a note does not', async t => {
  const stage = createPlaying().after(180_000).ended();
  t.equal(stage.state.ledger.inARow, 1);
  const waiting = stage.answer(createItem(0), stage.asked('place'));
  t.equal(waiting.state.ledger.inARow, 1, 'it waits, and asks nothing');

  const noting = createPlaying(item(0), { abilities: FULL });
  const { inARow } = noting.state.ledger;
  t.not(noting.asked('tell'), 0, 'its start is told');
  t.equal(noting.answer(null, noting.asked('tell')).state.ledger.inARow, inARow);
  t.ok(inARow <= 1);
});

t.test('a listener who presses a button many times is not braked', async t => {
  const stage = createPlaying(item(0), { abilities: FULL });
  for (let press = 0; press < 20; press += 1)
    stage.ask({ type: 'setFeedback', value: press % 2 === 0 ? 'UP' : null });
  for (let press = 0; press < 20; press += 1) stage.answer(item(0), stage.asked('command'));
  t.equal(stage.state.queue.length, 0);
  t.equal(stage.state.troubles.service, null);
});

t.test('A new pairing aborts the questions of the old one and ignores their answers', async t => {
  const stage = createPlaying(item(0), { abilities: FULL }).ended();
  const end = stage.asked('place');
  stage.send({ type: 'pairing.began', sameListener: false });
  const aborted = stage.effects.flatMap(effect => (effect.type === 'service.abort' ? [effect.question] : []));
  t.ok(aborted.includes(end));
  const { place, sound } = stage;
  stage.answer(item(1), end);
  t.strictSame([stage.place, stage.sound], [place, sound]);
  t.strictSame(outside(stage), []);
});

t.test('An unpaired speaker tells the service nothing of what sounded', async t => {
  const stage = playing({ progressFrequencyS: 10 }).after(12_000).position(12_000);
  const count = allOutside(stage).length;
  stage.send({ type: 'pairing.ended', by: 'service' });
  stage.after(70_000).position(70_000).ask({ type: 'pause' });
  const later = allOutside(stage).slice(count);
  t.strictSame(
    later.filter(told => 'op' in told),
    [],
  );
});
