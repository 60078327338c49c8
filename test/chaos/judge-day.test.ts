import t from 'tap';
import { judgeAlarms } from './judge/alarms.js';
import { judgeClaims } from './judge/claims.js';
import { judgeClips } from './judge/clips.js';
import { act, createLedger, end, look, silentFrom, trouble } from './judge/example.js';
import { judgeQuiet } from './judge/quiet.js';
import { judgePlayed } from './judge/played.js';
import { judgeSilences } from './judge/silences.js';
import type { Act, AlarmFacts, Ledger, Sample } from './ledger.js';
import type { HeardClip } from './sound/ear.js';

const SOUND = look(60, () => ({ isSounding: true, told: null }));
const announced = (changes: Partial<Act> = {}): Act => ({
  ...act('player.announce', 0, 1_000, { url: 'http://127.0.0.1:1/clips/3/2000.wav' }),
  result: { announcementId: 'a' },
  ...changes,
});
const heard = (heardMs: number, fromMs = 2_000): HeardClip => ({
  n: 3,
  fromMs,
  toMs: fromMs + heardMs,
  heardMs,
});
const cancel = (atMs: number): Act => act('announcement.cancel', 0, atMs, { announcementId: 'a' });

t.test('The judge of clips finds what was lost, doubled, or heard though nobody may', async t => {
  const rows: readonly [name: string, changes: Partial<Ledger>, lost: number, doubled: number][] = [
    ['whole', { acts: [announced()], clips: [heard(1_980)] }, 0, 0],
    ['never', { acts: [announced()] }, 1, 0],
    ['half', { acts: [announced()], clips: [heard(1_000)] }, 1, 0],
    ['never, and nobody can hear any', { acts: [announced()], clips: null }, 0, 0],
    ['too soon to tell', { acts: [announced()], samples: SOUND.slice(0, 100) }, 0, 0],
    [
      'under a player that died',
      { acts: [announced()], clips: [heard(900)], troubles: [trouble('mpv killed', 2_900, 2_900)] },
      0,
      0,
    ],
    [
      'under a player that had died before',
      { acts: [announced()], clips: [heard(900)], troubles: [trouble('mpv killed', 500, 500)] },
      1,
      0,
    ],
    ['refused', { acts: [announced({ outcome: 'offline' })] }, 0, 0],
    ['refused, and heard', { acts: [announced({ outcome: 'offline' })], clips: [heard(1_980)] }, 0, 1],
    ['twice', { acts: [announced()], clips: [heard(1_980), heard(1_980, 5_000)] }, 0, 1],
    ['not answered, and heard', { acts: [announced({ outcome: 'cut' })], clips: [heard(1_980)] }, 0, 0],
    ['cancelled', { acts: [announced(), cancel(2_500)], clips: [heard(600)] }, 0, 0],
    ['cancelled in vain', { acts: [announced(), cancel(2_500)], clips: [heard(1_900)] }, 0, 1],
  ];
  for (const [name, changes, lost, doubled] of rows) {
    const found = judgeClips(createLedger({ samples: SOUND, ...changes }));
    t.strictSame([found.lost.length, found.doubled.length], [lost, doubled], name);
  }
});

const alarm = (changes: Partial<AlarmFacts> = {}): AlarmFacts => ({
  atMs: 10_000,
  isSure: true,
  toldMs: 10_100,
  overMs: 30_000,
  ...changes,
});
/** Silent, but for the tone of an alarm from that second on. */
const toneFrom = (second: number): readonly Sample[] =>
  look(60, at => ({ isSounding: false, told: 'offline', isTone: at >= second }));
const ringing = (from: number, to: number): readonly Sample[] =>
  look(60, at => ({ isSounding: true, told: null, isRinging: at >= from && at < to }));

t.test('The judge of alarms finds those that were not heard, and those that nobody asked for', async t => {
  const rows: readonly [name: string, changes: Partial<Ledger>, found: number][] = [
    ['music', { samples: ringing(10.1, 30) }, 0],
    ['a tone in time', { samples: toneFrom(25) }, 0],
    ['a tone too late', { samples: toneFrom(35) }, 1],
    ['dismissed before', { samples: toneFrom(35), acts: [act('alarm.dismiss', 0, 20_000)] }, 0],
    ['the agent was away', { samples: toneFrom(35), troubles: [trouble('agent killed', 9_000, 9_000)] }, 0],
    ['too soon to tell', { samples: toneFrom(35).slice(0, 250) }, 0],
    ['music that played anyway, and no ring', { samples: SOUND, alarms: [alarm({ toldMs: null })] }, 1],
    ['perhaps never set', { samples: toneFrom(50), alarms: [alarm({ isSure: false })] }, 0],
    ['before its hour', { samples: ringing(5, 30) }, 1],
    ['after it was over', { samples: ringing(40, 45) }, 1],
    [
      'music instead of it was forgotten',
      { samples: ringing(32, 45), troubles: [trouble('agent killed', 30_100, 30_100)] },
      0,
    ],
    [
      'its dismissal was forgotten',
      {
        samples: ringing(32.5, 45),
        acts: [act('alarm.dismiss', 0, 29_900)],
        troubles: [trouble('agent killed', 30_100, 30_100)],
      },
      1,
    ],
  ];
  for (const [name, changes, found] of rows)
    t.equal(judgeAlarms(createLedger({ alarms: [alarm()], ...changes })).length, found, name);
});

t.test('Sound that fades before the speaker sleeps is neither lost nor untrue', async t => {
  const asleep = act('timer.sleep', 0, 2_000, { afterItem: true });
  const awake = act('timer.sleep', 0, 2_100);
  const killed = [trouble('agent killed', 2_200, 2_200)];
  const rows: readonly [name: string, acts: readonly Act[], found: number, troubles?: typeof killed][] = [
    ['asleep', [asleep], 0],
    ['awake', [], 2],
    ['asleep, and awake again', [asleep, awake], 2],
    ['asleep, awake again, and killed right after that', [asleep, awake], 2, killed],
    [
      'asleep, woken by music, and killed right after that',
      [asleep, act('player.play', 0, 2_100)],
      0,
      killed,
    ],
    ['asleep, and woken', [asleep, act('alarm rings', 0, 2_100)], 2],
  ];
  const samples = silentFrom(3, 9, null);
  for (const [name, acts, found, troubles = []] of rows)
    t.equal(judgeSilences(createLedger({ acts, samples, troubles })).length, found, name);
  const entries = [
    { n: 0, atMs: 1_000 },
    { n: 1, atMs: 7_000 },
  ];
  t.equal(judgePlayed(createLedger({ entries })).lost.length, 1);
  t.equal(judgePlayed(createLedger({ entries, acts: [asleep] })).lost.length, 0);
  const reports = [end(1, 13_000)];
  t.equal(judgeClaims(createLedger({ entries, reports }), 0).length, 1);
  const early = { ...asleep, n: 0 };
  t.equal(judgeClaims(createLedger({ entries, reports, acts: [early] }), 0).length, 0, 'the item behind');
});

t.test('The judge of quiet hours finds what is louder than they allow', async t => {
  const sound = (peak: number, from: number, count = 5): Ledger['heard'] =>
    Array.from({ length: count }, (_, at) => ({ n: 0, slot: at, atMs: from + at * 100, peak }));
  const quiet = { fromMs: 10_000, toMs: 70_000, volumeMax: 60 };
  const clips = [{ n: 0, fromMs: 30_000, toMs: 31_000, heardMs: 1_000 }];
  const rows: readonly [name: string, changes: Partial<Ledger>, found: number][] = [
    ['as loud as they allow', { heard: sound(4_320, 30_000) }, 0],
    ['louder', { heard: sound(5_200, 30_000) }, 1],
    ['for a moment', { heard: sound(5_200, 30_000, 2) }, 0],
    ['while it fades down', { heard: sound(5_200, 15_000) }, 0],
    ['before', { heard: sound(5_200, 9_000) }, 0],
    ['after', { heard: sound(5_200, 70_100) }, 0],
    ['with a clip', { heard: sound(5_200, 30_000), clips }, 0],
  ];
  for (const [name, changes, found] of rows)
    t.equal(judgeQuiet(createLedger({ quiet, ...changes })).length, found, name);
});
