import t from 'tap';
import { judgeClaims } from './judge/claims.js';
import { act, createLedger, end, hear, trouble } from './judge/example.js';
import type { Ledger } from './ledger.js';

t.test('Reports claim no more than was recorded', async t => {
  const heard = hear(0, 0, 40, 1_000);
  const given = [{ trackToken: '0', title: '0', lengthMs: 6_000, blamed: 3, cutsS: [] }];
  const rows: readonly (readonly [name: string, changes: Partial<Ledger>, found: number])[] = [
    ['what was heard', { heard, reports: [end(0, 5_000, { elapsedS: 4, operation: 'setProgress' })] }, 0],
    ['a second more', { heard, reports: [end(0, 5_000, { elapsedS: 5, operation: 'setProgress' })] }, 1],
    ['before it was heard', { heard, reports: [end(0, 3_000, { elapsedS: 4, operation: 'setPaused' })] }, 1],
    ['an end within the last second', { heard: hear(0, 0, 50, 1_000), reports: [end(0, 6_000)] }, 0],
    ['an end within the last two', { heard, reports: [end(0, 6_000)] }, 0],
    ['an end three seconds early', { heard: hear(0, 0, 30, 1_000), reports: [end(0, 6_000)] }, 1],
    ['an item that was given up', { heard, items: given, reports: [end(0, 6_000)] }, 0],
    ['a jump', { heard, acts: [act('player.seek', 0, 1_000)], reports: [end(0, 6_000)] }, 0],
    [
      'a late end of what a listener left',
      {
        heard: hear(0, 0, 30, 1_000),
        acts: [act('player.play', 0, 3_000, { sourceId: 'ST:1' })],
        troubles: [trouble('latency', 2_000, 2_500)],
        reports: [end(0, 6_000)],
      },
      0,
    ],
    ['a skip', { heard, acts: [act('player.next', 0, 5_980)], reports: [end(0, 6_000)] }, 0],
    [
      'a key of which nobody saw what it did',
      {
        heard: hear(0, 0, 30, 1_000),
        acts: [{ ...act('player.next', 0, 4_900), outcome: 'late' }],
        reports: [end(0, 6_000)],
      },
      0,
    ],
    [
      'an end after a skip',
      { heard: hear(0, 0, 30, 1_000), acts: [act('player.next', 0, 5_000)], reports: [end(0, 6_000)] },
      1,
    ],
  ];
  for (const [name, changes, found] of rows)
    t.equal(judgeClaims(createLedger(changes), 0).length, found, name);
});
