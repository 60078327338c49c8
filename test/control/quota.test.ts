import fc from 'fast-check';
import t from 'tap';
import { createQuota } from '../../src/control/quota.js';

t.test('a peer that has all it may have loses its own that has been idle longest', t => {
  const quota = createQuota<string>({ total: 100, perPeer: 3 });
  const take = (holder: string, peer = 'a') => quota.take(holder, { peer });
  for (const holder of ['one', 'two', 'three']) t.equal(take(holder), null);
  t.equal(take('other', 'b'), null);
  quota.use('one', true);
  quota.use('two', true);
  quota.use('two', false);
  t.equal(take('four'), 'three');
  t.equal(take('five'), 'two', 'it was used after all the idle ones but the newest');
  t.equal(take('six'), 'four');
  quota.use('five', true);
  quota.use('six', true);
  t.equal(take('seven'), 'seven', 'where all are busy, the newcomer is the only idle one');
  quota.leave('six');
  quota.leave('nobody');
  t.equal(take('eight'), null);
  t.end();
});

t.test('A full quota ends the newest holder of its largest peer', t => {
  const quota = createQuota<string>({ total: 4 });
  const take = (peer: string, holder: string) => quota.take(holder, { peer });
  t.strictSame(
    [take('a', 'a1'), take('b', 'b1'), take('a', 'a2'), take('a', 'a3')],
    [null, null, null, null],
  );
  t.equal(take('a', 'a4'), 'a4');
  t.equal(take('b', 'b2'), 'a3');
  t.equal(take('b', 'b3'), 'b3', 'as many as the other: the newest of both');
  t.equal(take('c', 'c1'), 'a2');
  t.equal(take('d', 'd1'), 'b2');
  t.equal(take('e', 'e1'), 'e1', 'nobody’s only one goes for another');
  t.end();
});

t.test('A full quota ends holders that are not kept first', t => {
  const quota = createQuota<string>({ total: 4 });
  const take = (holder: string, isKept: boolean, peer = 'a') =>
    quota.take(holder, { peer, rank: isKept ? 2 : 0 });
  for (const holder of ['one', 'two', 'three']) t.equal(take(holder, false), null);
  t.equal(take('kept', true), null);
  t.equal(take('four', false), 'four', 'the newcomer is the newest of them');
  t.equal(take('late', true), 'three');
  t.equal(take('other', false, 'b'), 'two', 'for another peer, too');
  t.equal(take('later', true), 'one');
  t.equal(take('more', true), 'other', 'whoever holds it');
  t.equal(take('last', true), 'last', 'where all are kept, the newest goes');
  t.end();
});

t.test('A kept holder finds a place and takes none from another', t => {
  const quota = createQuota<string>({ total: 8, perClient: 4 });
  const take = (holder: string, peer: string, isKept: boolean) =>
    quota.take(holder, { peer, client: `${holder} ${peer}`, rank: isKept ? 2 : 0 });
  for (let at = 1; at <= 8; at += 1) t.equal(take(`stranger ${at}`, `s${at}`, false), null);
  t.equal(take('owner', 'home', true), 'stranger 1');
  t.equal(take('stranger 9', 's9', false), 'stranger 9', 'the flood has as many as each of its peers holds');
  t.equal(take('owner’s phone', 'home', true), 'stranger 2');
  t.equal(take('stranger 9', 's9', false), 'stranger 9', 'though home holds more than anybody');
  quota.leave('stranger 3');
  t.equal(take('stranger 9', 's8', false), null);
  t.equal(take('owner’s laptop', 'home', true), 'stranger 9', 'of the peer with most of them the newest');
  t.end();
});

t.test('a quarter is kept for those who are known', t => {
  const known = new Set(['k']);
  const quota = createQuota<string>({ total: 8, isKnown: peer => known.has(peer) });
  const take = (peer: string, holder: string) => quota.take(holder, { peer });
  for (const peer of ['a', 'b', 'c', 'd', 'e', 'f']) t.equal(take(peer, peer), null);
  t.equal(take('g', 'g'), 'g', 'six strangers are enough');
  t.equal(take('k', 'k1'), null);
  t.equal(take('k', 'k2'), null);
  t.equal(take('k', 'k3'), 'k3', 'beyond their share the known are like the others');
  known.add('a');
  t.equal(take('g', 'g'), 'k2', 'one became known, and gave a place of strangers free');
  t.end();
});

t.test('a client has a share of its own, whatever peers it comes from', t => {
  const quota = createQuota<string>({ total: 100, perClient: 2 });
  const take = (holder: string, peer: string, client: string) => quota.take(holder, { peer, client });
  t.equal(take('one', 'a', 'Ada'), null);
  t.equal(take('two', 'a', 'Ada'), null);
  t.equal(take('three', 'a', 'Ada'), 'three');
  t.equal(take('three', 'a', 'Bob'), null);
  t.equal(take('four', 'b', 'Ada'), 'two');
  t.equal(take('five', 'b', 'Ada'), 'five');
  t.end();
});

t.test(
  'whatever comes, no bound is passed, and who holds no more than the newcomer loses nothing to it',
  t => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 80 });
    fc.assert(
      fc.property(steps, steps => {
        const quota = createQuota<number>({ total: 12, perPeer: 5, isKnown: peer => peer === '5' });
        const held = new Map<number, number>();
        const count = (peer: number) => [...held.values()].filter(each => each === peer).length;
        for (const [at, [peer, leaves]] of steps.entries()) {
          const [first] = [...held].filter(([, holder]) => holder === peer).map(([holder]) => holder);
          if (leaves && first !== undefined) {
            quota.leave(first);
            held.delete(first);
            continue;
          }
          const before = count(peer);
          const loser = quota.take(at, { peer: String(peer) });
          const loserPeer = loser === null || loser === at ? null : held.get(loser);
          if (loserPeer !== null && loserPeer !== undefined && loserPeer !== peer) {
            // Only who holds more than the one who comes.
            if (count(loserPeer) <= before + 1) return false;
          }
          if (loser !== null) held.delete(loser);
          if (loser !== at) held.set(at, peer);
          const strangers = [...held.values()].filter(each => each !== 5).length;
          if (held.size > 12 || strangers > 9 || count(peer) > 5) return false;
        }
        return true;
      }),
    );
    t.end();
  },
);

t.test('strangers lose their place first, then guests, and an owner never to either', async t => {
  const quota = createQuota<string>({ total: 3, perClient: 8 });
  const take = (holder: string, rank: number) => quota.take(holder, { peer: holder, client: holder, rank });
  t.same([take('a guest', 1), take('another', 1), take('a stranger', 0)], [null, null, null]);
  t.equal(take('one more', 0), 'one more', 'each has an address of its own');
  t.equal(take('a third guest', 1), 'a stranger');
  t.equal(take('a fourth', 1), 'a fourth');
  t.equal(take('an owner', 2), 'a guest');
  t.equal(take('a second owner', 2), 'another');
  t.equal(take('a third owner', 2), 'a third guest');
  t.equal(take('a guest again', 1), 'a guest again');
  t.equal(take('a fourth owner', 2), 'a fourth owner');
});

t.test('whoever holds most makes nobody of a lower rank give way', async t => {
  const quota = createQuota<string>({ total: 4, perClient: 8 });
  const take = (holder: string, rank: number, peer: string) =>
    quota.take(holder, { peer, client: holder, rank });
  for (const holder of ['a', 'b', 'c']) take(holder, 2, 'one host');
  take('a guest', 1, 'another');
  t.equal(take('d', 2, 'one host'), 'd');
  t.equal(take('an owner', 2, 'a third'), 'a guest');
});
