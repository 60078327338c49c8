import t from 'tap';
import { createMeter } from '../../src/lib/meter.js';

const ROW = { at: 'call', by: 'client', of: 'calls' } as const;

t.test('A holder at its limit is refused alone, and everybody at the total', async t => {
  const meter = createMeter({ places: { ...ROW, places: 2, inAll: 3 } }, () => 0);
  const take = (who: string) => meter.take('places', who);
  t.same([take('a'), take('a'), take('a')], [0, 0, Infinity], 'its own limit');
  t.same([take('b'), take('c')], [0, Infinity], 'the total');
  meter.leave('places', 'a');
  t.same([take('c'), take('a')], [0, Infinity], 'a place that was left');
});

t.test('Nobody leaves a place that it does not hold', async t => {
  const meter = createMeter({ places: { ...ROW, places: 1, inAll: 1 } }, () => 0);
  meter.leave('places', 'a');
  t.equal(meter.take('places', 'a'), 0);
  meter.leave('places', 'b');
  t.equal(meter.take('places', 'b'), Infinity);
});

t.test('A pace fills with time, up to its burst, for each by itself', async t => {
  let nowMs = 0;
  const meter = createMeter({ calls: { ...ROW, perSecond: 50, burst: 100 } }, () => nowMs);
  const take = (who = 'a', many = 1) => meter.take('calls', who, many);
  t.equal(take('a', 100), 0);
  t.equal(take(), 20);
  t.equal(take('b'), 0, 'another');
  nowMs = 19;
  t.equal(take(), 1);
  nowMs = 20;
  t.equal(take(), 0);
  nowMs = 1_000_000;
  t.equal(meter.left('calls', 'a'), 100);
  t.equal(take('a', 101), 20, 'more than the burst never fits');
  t.equal(take('a', 100), 0);
  meter.note('calls', 'a', 1_000);
  t.equal(meter.waitMs('calls', 'a'), 2_020, 'the debt is at most the burst');
});

t.test('A share is used up within its period, and comes back as its uses expire', async t => {
  let nowMs = 0;
  const meter = createMeter({ wrong: { ...ROW, most: 2, withinMs: 1_000 } }, () => nowMs);
  t.equal(meter.take('wrong', 'a'), 0);
  nowMs = 400;
  t.equal(meter.take('wrong', 'a'), 0);
  t.equal(meter.take('wrong', 'a'), 600);
  t.equal(meter.left('wrong', 'a'), 0);
  nowMs = 1_000;
  t.equal(meter.take('wrong', 'a'), 0);
});

t.test('Those noted longest ago are forgotten, not those who call now', async t => {
  const meter = createMeter({ calls: { ...ROW, perSecond: 1, burst: 1 } }, () => 0);
  meter.take('calls', 'first');
  for (let at = 0; at < 1_023; at += 1) meter.take('calls', `other ${at}`);
  t.equal(meter.take('calls', 'first'), 1_000);
  meter.note('calls', 'one more');
  t.equal(meter.take('calls', 'first'), 0);
});
