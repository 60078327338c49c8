import t from 'tap';
import { setSource } from '../../src/engine/settle-commands.js';
import { lost, refused } from '../fakes/engine-ports.js';
import { act } from '../fakes/engine-settling.js';
import { createItem, STATION } from '../fakes/engine-stage.js';
import { settled, useFakeTime } from '../fakes/engine-time.js';

const FORMER = { index: 0, trackToken: 'token-0' };
const NEXT = createItem(1);

t.test('a source is set again where the answer was lost or hangs, once', async t => {
  const time = useFakeTime(t);
  const { service, outcome, answer } = act(options =>
    setSource({ sourceId: 'ST:1', formerId: 'ST:0', formerItem: FORMER }, options),
  );
  await time.pass(5_000);
  t.same(service.names, ['setSource', 'setSource']);
  await answer({ source: STATION, item: NEXT });
  t.match(outcome.value, { source: STATION });
});

t.test('a factory is never used twice blindly: a second station would be made', async t => {
  const { service, outcome, fail, answer } = act(options =>
    setSource({ sourceId: 'SF:1', formerId: 'ST:0', formerItem: FORMER }, options),
  );
  await fail(lost());
  t.same(service.names, ['setSource', 'source']);
  await answer(null);
  t.same(service.names, ['setSource', 'source', 'current'], 'one that names no source is asked what plays');
  await answer(NEXT);
  t.match(outcome.fault, { answerLost: true }, 'something else: it was used, for a station nobody knows');
});

t.test(
  'a server that failed may have set it: asked again once, a factory only where it was not used',
  async t => {
    const album = act(options =>
      setSource({ sourceId: 'AL:1', formerId: 'ST:0', formerItem: FORMER }, options),
    );
    await album.fail(refused('serviceError'));
    t.same(album.service.names, ['setSource', 'setSource']);
    await album.fail(refused('serviceError'));
    t.match(album.outcome.fault, { code: 'serviceError', answerLost: true });
    const factory = act(options =>
      setSource({ sourceId: 'SF:1', formerId: 'ST:0', formerItem: FORMER }, options),
    );
    await factory.fail(refused('serviceError'));
    t.same(factory.service.names, ['setSource', 'source']);
  },
);

t.test('a factory is used again where what plays is what played before', async t => {
  const lostOnce = async (former: typeof FORMER | null) => {
    const acted = act(options =>
      setSource({ sourceId: 'SF:1', formerId: 'ST:0', formerItem: former }, options),
    );
    await acted.fail(lost());
    await acted.answer(null);
    return acted;
  };
  const same = await lostOnce(FORMER);
  await same.answer(createItem(0));
  t.same(same.service.names, ['setSource', 'source', 'current', 'setSource']);
  const none = await lostOnce(null);
  await none.fail(refused('noSource'));
  t.equal(none.service.names.at(-1), 'setSource', 'nothing is set at all');
  for (const item of [createItem(0, { trackToken: null }), createItem(0, { trackToken: 'new' })]) {
    const other = await lostOnce(FORMER);
    await other.answer(item);
    t.match(other.outcome.fault, { answerLost: true }, 'every source has an item with that index');
  }
  const silent = await lostOnce(FORMER);
  await silent.fail(refused('serviceError'));
  t.match(silent.outcome.fault, { code: 'serviceError', answerLost: true }, 'the doubt stays');
});

t.test('what fails behind a lost answer leaves the doubt, unless it is a clear no', async t => {
  for (const [code, answerLost] of [
    ['offline', true],
    ['serviceError', true],
    ['notSupported', false],
  ] as const) {
    const { outcome, fail } = act(options =>
      setSource({ sourceId: 'ST:1', formerId: 'ST:0', formerItem: FORMER }, options),
    );
    await fail(lost());
    await fail(refused(code));
    t.match(outcome.fault, { code, answerLost });
  }
});

t.test('an episode without an address is asked for once more', async t => {
  const episode = createItem(0, { kind: 'episode', audioUrl: null });
  const set = () =>
    act(options => setSource({ sourceId: 'PE:1', formerId: null, formerItem: null }, options));
  const found = set();
  await found.answer({ source: STATION, item: episode });
  t.same(found.service.names, ['setSource', 'current']);
  await found.answer({ ...episode, audioUrl: 'http://audio.test/e' });
  t.match(found.outcome.value, { item: { audioUrl: 'http://audio.test/e' } });
  const unknown = set();
  await unknown.answer({ source: STATION, item: episode });
  await unknown.fail(refused());
  t.match(unknown.outcome.value, { source: STATION, item: null }, 'that is for later');
  const halted = set();
  await halted.answer({ source: STATION, item: { ...episode, interactions: ['FORCE_ACTIVE'] } });
  t.same(halted.service.names, ['setSource']);
  const bug = set();
  await bug.answer({ source: STATION, item: episode });
  bug.service.last.reject(new TypeError('bug'));
  await settled();
  t.type(bug.outcome.fault, TypeError);
});

t.test('a factory that was used shows in the source that the service holds', async t => {
  const { service, outcome, fail, answer } = act(options =>
    setSource({ sourceId: 'SF:1', formerId: 'ST:0', formerItem: FORMER }, options),
  );
  await fail(lost());
  await answer(STATION);
  await answer(NEXT);
  t.same(service.names, ['setSource', 'source', 'current']);
  t.same(outcome.value, { source: STATION, item: NEXT });
});

t.test('a factory that was not used is used again', async t => {
  const { service, fail, answer } = act(options =>
    setSource({ sourceId: 'SF:1', formerId: STATION.id, formerItem: FORMER }, options),
  );
  await fail(lost());
  await answer(STATION);
  t.same(service.names, ['setSource', 'source', 'setSource']);
});

t.test('a refused source is not asked for again', async t => {
  const { service, outcome, fail } = act(options =>
    setSource({ sourceId: 'ST:1', formerId: 'ST:0', formerItem: FORMER }, options),
  );
  await fail(refused('notSupported'));
  t.equal(service.calls.length, 1);
  t.match(outcome.fault, { code: 'notSupported' });
});
