import t from 'tap';
import { createPlaces } from '../../src/control/gate/places.js';

t.test('A holder at its limit is refused alone, and everybody at the total', t => {
  const places = createPlaces({ each: 2, inAll: 3 });
  t.ok(places.take('a'));
  t.ok(places.take('a'));
  t.notOk(places.take('a'), 'its own limit');
  t.ok(places.take('b'));
  t.notOk(places.take('c'), 'the total');
  places.leave('a');
  t.ok(places.take('c'), 'a place that was left');
  t.notOk(places.take('a'));
  t.end();
});

t.test('Nobody leaves a place that it does not hold', t => {
  const places = createPlaces({ each: 1, inAll: 1 });
  places.leave('a');
  t.ok(places.take('a'));
  places.leave('b');
  t.notOk(places.take('b'));
  t.end();
});
