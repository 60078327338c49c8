import t from 'tap';
import { createCredits } from '../../src/control/credits.js';

const RATE = { perSecond: 80, burst: 160 };

function createBench(most = 100) {
  let nowMs = 0;
  const credits = createCredits({ most, steadyMs: () => nowMs });
  const of = (peer: string, account = peer) => credits.of(peer, account, RATE);
  const takes = (peer: string, account?: string): number => {
    const credit = of(peer, account);
    return Array.from({ length: 1_000 }, () => credit.take()).filter(waitMs => waitMs === 0).length;
  };
  return { of, takes, pass: (ms: number) => (nowMs += ms) };
}

t.test('a peer that is nobody’s has a credit of its own', t => {
  const { takes, pass } = createBench();
  t.equal(takes('a'), 160);
  t.equal(takes('b'), 160);
  pass(1_000);
  t.equal(takes('a'), 80);
  t.end();
});

t.test('the addresses of a client have an eighth each, and the rest together', t => {
  const { takes, pass } = createBench();
  t.equal(takes('a', 'client'), 20 + 160);
  t.equal(takes('b', 'client'), 20);
  t.equal(takes('a'), 160, 'what it did as a client’s does not count when it is nobody’s');
  pass(1_000);
  t.equal(takes('b', 'client'), 10 + 80);
  t.equal(takes('a', 'client'), 10);
  t.end();
});

t.test('a payment takes an eighth first; whoever has nothing left waits', t => {
  const { of, pass } = createBench();
  const [a, b] = [of('a', 'client'), of('b', 'client')];
  a.pay(20 + 165);
  t.equal(a.left, 0, 'of its own; the client’s five too many are a debt');
  t.equal(a.waitMs(0), 63, 'until what is common is paid back; one of its own takes 100 ms');
  t.equal(a.waitMs(), 75);
  t.equal(b.waitMs(), 0);
  pass(63);
  t.equal(a.waitMs(0), 0);
  t.end();
});

t.test('the credit that was used longest ago is forgotten', t => {
  const { takes } = createBench(2);
  t.equal(takes('a'), 160);
  t.equal(takes('b'), 160);
  t.equal(takes('a'), 0);
  t.equal(takes('c'), 160);
  t.equal(takes('a'), 0);
  t.equal(takes('b'), 160, 'full again');
  t.end();
});
