import t from 'tap';
import { setSource } from '../../src/engine/settle.js';
import { lost, refused } from '../fakes/engine-ports.js';
import { act } from '../fakes/engine-settling.js';
import { createItem, STATION } from '../fakes/engine-stage.js';
import { useFakeTime } from '../fakes/engine-time.js';

const NEXT = createItem(1);

t.test('a source is set again where the answer was lost or hangs, once', async t => {
  const time = useFakeTime(t);
  const { service, outcome, answer } = act(options =>
    setSource({ sourceId: 'ST:1', formerId: 'ST:0' }, options),
  );
  await time.pass(5_000);
  t.same(service.names, ['setSource', 'setSource']);
  await answer({ source: STATION, item: NEXT });
  t.match(outcome.value, { source: STATION });
});

t.test('a factory is never used twice blindly: a second station would be made', async t => {
  const { service, outcome, fail, answer } = act(options =>
    setSource({ sourceId: 'SF:1', formerId: 'ST:0' }, options),
  );
  await fail(lost());
  t.same(service.names, ['setSource', 'source']);
  await answer(null);
  t.match(outcome.fault, { answerLost: true }, 'a service that does not tell leaves the doubt');
});

t.test('a factory that was used shows in the source that the service holds', async t => {
  const { service, outcome, fail, answer } = act(options =>
    setSource({ sourceId: 'SF:1', formerId: 'ST:0' }, options),
  );
  await fail(lost());
  await answer(STATION);
  await answer(NEXT);
  t.same(service.names, ['setSource', 'source', 'current']);
  t.same(outcome.value, { source: STATION, item: NEXT });
});

t.test('a factory that was not used is used again', async t => {
  const { service, fail, answer } = act(options =>
    setSource({ sourceId: 'SF:1', formerId: STATION.id }, options),
  );
  await fail(lost());
  await answer(STATION);
  t.same(service.names, ['setSource', 'source', 'setSource']);
});

t.test('a refused source is not asked for again', async t => {
  const { service, outcome, fail } = act(options =>
    setSource({ sourceId: 'ST:1', formerId: 'ST:0' }, options),
  );
  await fail(refused('notSupported'));
  t.equal(service.calls.length, 1);
  t.match(outcome.fault, { code: 'notSupported' });
});
