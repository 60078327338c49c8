import t from 'tap';
import type { State } from '../../src/core/model/state.js';
import type { Decision } from '../../src/contract/ports.js';
import { createItem, createLookingAhead, createPlaying, createStage } from '../rigs/core/stage.js';
import { createLaws } from './whole/laws.js';

/** The decisions of a story, all of them lawful. */
const decisions: Decision[] = [];
createStage({ follow: decision => void decisions.push(decision) })
  .send({ type: 'player.ready' })
  .send({ type: 'engine.started' })
  .answer(createItem(0))
  .started()
  .ask({ type: 'next' })
  .answer(createItem(1));

const reporting = createLookingAhead().state;

/** A decision that came to this state, whatever led to it. */
const at = (after: State, effects: Decision['effects'] = []): Decision => ({
  event: { type: 'service.answered', question: 0, item: null, source: null, done: true },
  before: after,
  after,
  effects,
  steadyMs: after.now,
});
/** While the end of an item is being told. */
const changed = (change: (state: State) => Partial<State>): State => ({ ...reporting, ...change(reporting) });

t.test('The decisions of core keep the laws', async t => {
  t.equal(decisions.length, 6);
  const laws = createLaws();
  for (const decision of decisions) t.doesNotThrow(() => laws.check(decision));
});

const BREACHES: readonly [string, readonly Decision[], RegExp][] = [
  [
    'another listener is there, and what was asked for the one before is open',
    [at(changed(({ pairing }) => ({ pairing: { ...pairing, serial: 99 } })))],
    /^subject: setEnded outlives its pairing/,
  ],
  [
    'what is reported is gone',
    [at(changed(({ playlist }) => ({ playlist: { ...playlist, current: null } })))],
    /^subject: setEnded of place outlives its subject/,
  ],
  [
    'an end is being told, and no question is open',
    [at(changed(() => ({ ledger: { open: [], calls: [], inARow: 0 } })))],
    /^subject: the end of \d+ is told by nobody/,
  ],
  [
    'something is left to be done',
    [at({ ...createPlaying().state, volume: 7 })],
    /^rest: .* player\.setVolume/,
  ],
  [
    'something is left to be changed',
    [at(changed(({ player }) => ({ player: { ...player, isRunning: false } })))],
    /^rest: /,
  ],
  [
    'the same is asked on the same facts',
    [1, 2].map(question =>
      at(createPlaying().state, [{ type: 'service.ask', question, ask: { op: 'current' } }]),
    ),
    /^progress: current is asked again/,
  ],
  [
    'it is asked for ever, on other facts each time',
    Array.from({ length: 20 }, (_, question) =>
      at({ ...createPlaying().state, unplayable: question }, [
        { type: 'service.ask', question: question + 1, ask: { op: 'current' } },
      ]),
    ),
    /^progress: current is question/,
  ],
];

for (const [name, breach, expected] of BREACHES)
  t.test(`a breach is seen: ${name}`, async t => {
    const laws = createLaws();
    const said = breach.map(decision => toBreach(() => laws.check(decision)));
    t.ok(
      said.some(message => expected.test(message)),
      said.join('; '),
    );
  });

function toBreach(check: () => void): string {
  try {
    check();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
