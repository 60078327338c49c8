import t from 'tap';
import { act, createLedger, look, silentFrom, trouble } from './judge/example.js';
import { judgeRecovery } from './judge/recovery.js';
import { judgeSilences } from './judge/silences.js';
import type { Act, Ledger, Sample } from './ledger.js';

const mute = (muted: boolean, atMs: number): Act => act('player.setMuted', 0, atMs, { muted });
const PAUSED_BEFORE = [act('player.pause', 0, 1_000), act('player.play', 0, 4_000)];
/** Seconds between which nobody looked; called sound at either end, where it is silent just then. */
const unseen = (from: number, to: number): readonly Sample[] =>
  look(to + 2, second => ({ isSounding: second !== from && second !== to, told: null })).filter(
    ({ atMs }) => atMs <= from * 1_000 || atMs >= to * 1_000,
  );

const KILLED = trouble('agent killed', 1_900, 1_900);
/** An agent that was killed, and another that is ready at this second; sound and phones are back at the eighteenth. */
const startedAt = (second: number): readonly Sample[] =>
  silentFrom(2, 18, undefined).map(sample => ({
    ...sample,
    isUp: sample.atMs < 1_900 || sample.atMs >= second * 1_000,
  }));

t.test('silences: each has its reason, and the reason is true', async t => {
  const outage = trouble('outage', 1_500, 5_000, { explains: ['offline'] });
  const rows: readonly [string, Partial<Ledger>, number][] = [
    ['sound', { samples: look(20, () => ({ isSounding: true, told: null })) }, 0],
    ['sound, called silence', { samples: look(20, () => ({ isSounding: true, told: 'loading' })) }, 1],
    ['silence, called sound', { samples: silentFrom(2, 10, null) }, 2],
    ['nobody looked, but for a moment before and one behind', { samples: unseen(2, 6) }, 0],
    ['silence for no reason', { samples: silentFrom(2, 10, 'loading') }, 1],
    [
      'a busy machine loads what was chosen',
      {
        samples: silentFrom(2, 6, 'loading'),
        acts: [act('player.play', 0, 1_900, { sourceId: 'ST:1' })],
      },
      0,
    ],
    ['a short one', { samples: silentFrom(2, 4, 'loading') }, 0],
    ['a fault that explains it', { samples: silentFrom(2, 8, 'offline'), troubles: [outage] }, 0],
    ['a fault that explains something else', { samples: silentFrom(2, 8, 'loading'), troubles: [outage] }, 1],
    ['long after the fault', { samples: silentFrom(2, 30, 'offline'), troubles: [outage] }, 1],
    ['paused', { samples: silentFrom(2, 10, 'paused'), acts: [act('player.pause', 0, 1_900)] }, 0],
    ['paused by nobody', { samples: silentFrom(2, 10, 'paused') }, 1],
    ['paused long ago, and played since', { samples: silentFrom(8, 16, 'paused'), acts: PAUSED_BEFORE }, 1],
    [
      'muted long ago, and not any more',
      { samples: silentFrom(8, 16, 'muted'), acts: [mute(true, 1_000), mute(false, 2_000)] },
      1,
    ],
    ['muted', { samples: silentFrom(2, 10, 'muted'), acts: [mute(true, 1_900)] }, 0],
    [
      'paused, and the play that followed was refused',
      {
        samples: silentFrom(2, 10, 'paused'),
        acts: [act('player.pause', 0, 1_900), { ...act('player.play', 0, 3_000), outcome: 'offline' }],
      },
      0,
    ],
    [
      'paused, and killed before the play that followed was written',
      {
        samples: silentFrom(6, 14, 'paused'),
        acts: PAUSED_BEFORE,
        troubles: [trouble('agent killed', 4_300, 4_300)],
      },
      0,
    ],
    ['an end that the service knows of', { samples: silentFrom(2, 10, 'sourceEnded', true) }, 0],
    ['an end that the service knows nothing of', { samples: silentFrom(2, 10, 'sourceEnded') }, 1],
    ['it is asked what follows the end', { samples: silentFrom(2, 9, 'loading', true) }, 0],
    ['it is asked for too long', { samples: silentFrom(2, 16, 'loading', true) }, 1],
    ['nothing was chosen', { samples: silentFrom(2, 10, 'noSource') }, 0],
    [
      'what was chosen is forgotten',
      {
        samples: silentFrom(4, 12, 'noSource'),
        acts: [act('player.play', 0, 1_000, { sourceId: 'ST:1' })],
      },
      1,
    ],
    ['no phone is served', { samples: silentFrom(2, 10, undefined) }, 1],
    [
      'the agent is gone',
      { samples: silentFrom(2, 6, undefined), troubles: [trouble('agent killed', 1_900, 1_900)] },
      0,
    ],
    ['the next one takes its time to start', { samples: startedAt(16), troubles: [KILLED] }, 0],
    ['the next one has started, and serves no phone', { samples: startedAt(4), troubles: [KILLED] }, 1],
  ];
  for (const [name, changes, expected] of rows) {
    const found = judgeSilences(createLedger(changes));
    t.equal(found.length, expected, `${name}: ${found.map(({ what }) => what).join('; ')}`);
  }
});

t.test('the way back is counted from the end of the fault', async t => {
  const samples = silentFrom(2, 8, 'offline');
  const troubles = [trouble('outage', 1_500, 5_000), trouble('harmless', 12_000, 12_100)];
  const [harmless, outage] = judgeRecovery(createLedger({ samples, troubles }));
  t.match(harmless, { kind: 'harmless', count: 1, backMs: [] });
  t.match(outage, { kind: 'outage', count: 1, backMs: [3_000] });
});
