import t from 'tap';
import { act, createLedger, end, hear, trouble } from './judge/example.js';
import { judgeClaims } from './judge/claims.js';
import { judgePlayed } from './judge/played.js';
import type { Ledger } from './ledger.js';
import { createCodeReader, toCodedClip, toCodedWav } from './sound/coded-tone.js';

const ENTRIES = [0, 1, 2].map(n => ({ n, atMs: 1_000 + n * 6_000 }));
const SAME = createLedger({}).items.map(item => ({ ...item, title: 'one piece' }));
const mute = (muted: boolean, atMs: number) => act('player.setMuted', 0, atMs, { muted });
const WHOLE = [...hear(0, 0, 60, 1_000), ...hear(1, 0, 60, 7_000), ...hear(2, 0, 20, 13_000)];

/** The second one sounds for 2.3 s, and the service goes from the first to the third. */
const STRANGER: Partial<Ledger> = {
  heard: [...hear(0, 0, 60, 1_000), ...hear(1, 0, 23, 7_000), ...hear(2, 0, 60, 9_400)],
  entries: [
    { n: 0, atMs: 1_000 },
    { n: 2, atMs: 9_350 },
  ],
};
const chosen = (atMs: number) => act('player.play', 1, atMs, { sourceId: 'ST:2' });
const outage = trouble('GraphQL errors', 6_500, 9_150, { explains: ['serviceError'] });

t.test('the tracks: whole, lost, doubled, and what may be missing or heard again', async t => {
  const short = [...hear(0, 0, 30, 1_000), ...hear(1, 0, 60, 7_000)];
  const hole = [...hear(0, 0, 10, 1_000), ...hear(0, 35, 60, 4_000), ...hear(1, 0, 60, 7_000)];
  // The second one is heard from its third second on.
  const late = [...hear(0, 0, 60, 1_000), ...hear(1, 30, 60, 10_000), ...hear(2, 0, 20, 13_000)];
  const ended = [...hear(0, 0, 15, 1_000), ...hear(1, 0, 60, 7_000)];
  const again = [...hear(0, 0, 40, 1_000), ...hear(0, 15, 60, 5_000), ...hear(1, 0, 60, 10_000)];
  const rows: readonly [string, Partial<Ledger>, [lost: number, doubled: number]][] = [
    ['all heard', { heard: WHOLE }, [0, 0]],
    ['left in the middle', { heard: short }, [1, 0]],
    ['never heard', { heard: hear(1, 0, 60, 7_000) }, [1, 0]],
    ['a hole of two and a half seconds', { heard: hole }, [1, 0]],
    ['left by a skip', { heard: short, acts: [act('player.next', 0, 6_900)] }, [0, 0]],
    [
      'a skip that was refused',
      { heard: short, acts: [{ ...act('player.next', 0, 6_900), outcome: 'notAllowed' }] },
      [1, 0],
    ],
    ['left by a preset', { heard: short, acts: [act('player.play', 0, 6_900, { preset: 3 })] }, [0, 0]],
    ['a skip long before', { heard: short, acts: [act('player.next', 0, 2_000)] }, [1, 0]],
    [
      'three addresses were its own fault',
      { heard: short, items: createLedger({}).items.map(item => ({ ...item, blamed: 3 })) },
      [0, 0],
    ],
    [
      'the source was forgotten',
      { heard: short, troubles: [trouble('source forgotten', 5_000, 5_000)] },
      [0, 0],
    ],
    ['a stranger, and another source is chosen', { ...STRANGER, acts: [chosen(9_200)] }, [1, 0]],
    [
      'the same, and the service could not be told of it before',
      { ...STRANGER, acts: [chosen(9_200)], troubles: [outage] },
      [0, 0],
    ],
    ['it could not be told, and nobody chose another', { ...STRANGER, troubles: [outage] }, [1, 0]],
    ['muted when it began', { heard: late, acts: [mute(true, 6_900), mute(false, 10_000)] }, [0, 0]],
    [
      'muted long ago, and not any more',
      { heard: late, acts: [mute(true, 2_000), mute(false, 3_000)] },
      [1, 0],
    ],
    [
      'the source was set again, and the piece that sounded went on in its place',
      { heard: late, items: SAME, troubles: [trouble('source forgotten', 5_000, 5_000)] },
      [0, 0],
    ],
    ['the same piece again, and nothing was forgotten', { heard: late, items: SAME }, [1, 0]],
    ['two and a half seconds again', { heard: again }, [0, 1]],
    [
      'a hole, and a seek that was refused',
      { heard: hole, acts: [{ ...act('player.seek', 0, 2_000), outcome: 'notAllowed' }] },
      [1, 0],
    ],
    ['after a seek', { heard: again, acts: [act('player.seek', 0, 4_900)] }, [0, 0]],
    ['moved to its end', { heard: ended, acts: [act('player.seek', 0, 2_500, { offsetMs: 4_500 })] }, [0, 0]],
    [
      'moved to its end, which was refused',
      {
        heard: ended,
        acts: [{ ...act('player.seek', 0, 2_500, { offsetMs: 4_500 }), outcome: 'notAllowed' }],
      },
      [1, 0],
    ],
    [
      'moved to its middle, and left there',
      { heard: ended, acts: [act('player.seek', 0, 2_500, { positionMs: 3_000 })] },
      [1, 0],
    ],
    ['an item nobody sent', { heard: [...hear(7, 0, 30, 900), ...WHOLE] }, [1, 0]],
    ['one whose turn was still to come', { heard: [...WHOLE, ...hear(7, 0, 30, 20_000)] }, [0, 0]],
    ['one end each', { heard: WHOLE, reports: [end(0, 6_000), end(1, 12_000)] }, [0, 0]],
    ['the end of an item already left', { heard: WHOLE, reports: [end(null, 8_000)] }, [0, 1]],
    ['an end told twice', { heard: WHOLE, reports: [end(2, 14_000), end(2, 15_000)] }, [0, 1]],
    [
      'the end of an item already left, late on its way',
      { heard: WHOLE, reports: [end(null, 8_000)], troubles: [trouble('latency', 2_000, 7_500)] },
      [0, 0],
    ],
    [
      'an end told twice, as the answer was lost',
      { heard: WHOLE, reports: [end(2, 14_000, { isAnswered: false }), end(2, 15_000)] },
      [0, 0],
    ],
  ];
  for (const [name, changes, expected] of rows) {
    const { lost, doubled } = judgePlayed(createLedger({ entries: ENTRIES, ...changes }));
    t.strictSame([lost.length, doubled.length], expected, name);
  }
  t.equal(judgePlayed(createLedger({ entries: ENTRIES, heard: WHOLE })).count, 2);
  const strict = judgePlayed(
    createLedger({ entries: ENTRIES, heard: [...hear(0, 8, 60, 1_000), ...WHOLE] }),
    5,
  );
  t.equal(strict.doubled.length, 1, 'where the place is known, less may be heard again');
});

t.test('The judge concedes two cuts at one place and calls others lost', async t => {
  const cuts = [trouble('audio cut', 1_100, 9_000)];
  const twice = [...hear(0, 0, 30, 1_000), ...hear(0, 28, 36, 5_000), ...hear(1, 0, 60, 7_000)];
  const near = judgePlayed(createLedger({ entries: ENTRIES, heard: twice, troubles: cuts }));
  t.match([near.lost.length, near.conceded.length], [0, 1]);
  const apart = [...hear(0, 0, 10, 1_000), ...hear(0, 9, 35, 3_000), ...hear(1, 0, 60, 7_000)];
  const far = judgePlayed(createLedger({ entries: ENTRIES, heard: apart, troubles: cuts }));
  t.match([far.lost.length, far.conceded.length], [1, 0]);
  t.equal(judgePlayed(createLedger({ entries: ENTRIES, heard: twice })).lost.length, 1, 'nothing was cut');
  const quickly = [...hear(0, 0, 30, 1_000), ...hear(0, 30, 36, 4_200), ...hear(1, 0, 60, 7_000)];
  const quick = judgePlayed(createLedger({ entries: ENTRIES, heard: quickly, troubles: cuts }));
  t.match([quick.lost.length, quick.conceded.length], [0, 1], 'back within a third of a second');
  const cutAt = (...cutsS: number[]) =>
    judgePlayed(
      createLedger({
        entries: ENTRIES,
        heard: [...hear(0, 0, 30, 1_000), ...hear(1, 0, 60, 7_000)],
        items: createLedger({}).items.map(item => ({ ...item, cutsS })),
      }),
    ).lost.length;
  t.match([cutAt(3, 3), cutAt(3), cutAt(0.5, 3)], [0, 1, 1], 'the second time it was never heard');
  const told = { atMs: 6_900, operation: 'setProgress', index: 0, elapsedS: 6, n: 0, isAnswered: true };
  const claims = (troubles: typeof cuts) =>
    judgeClaims(createLedger({ entries: ENTRIES, heard: twice, troubles, reports: [told] }), 0).length;
  t.match([claims(cuts), claims([])], [0, 1], 'its end has to be told');
});

t.test('a coded tone is read as it was written, from anywhere and at any level', async t => {
  const wav = toCodedWav(123, 3);
  const all = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
  for (const [offset, level] of [
    [0, 1],
    [1_234, 0.05],
    [47_011, 0.3],
  ] as const) {
    const samples = all.slice(offset * 2).map(sample => sample * level);
    const { readings, isSounding } = createCodeReader().read(samples);
    t.ok(isSounding);
    t.ok(readings.every(({ name }) => name === 123));
    const slots = [...new Set(readings.map(({ slot }) => slot))];
    const first = Math.ceil((offset - 2_000) / 4_800);
    t.ok((slots[0] ?? 99) <= Math.max(0, first) + 1, `${slots[0] ?? 'none'} from ${offset}`);
    t.same(
      slots,
      Array.from(slots, (_, at) => (slots[0] ?? 0) + at),
      'none is left out',
    );
    t.equal(slots.at(-1), 29);
  }
  t.notOk(createCodeReader().read(new Int16Array(9_600)).isSounding);
});

const samplesOf = (wav: Buffer): Int16Array =>
  new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));

t.test('The reader hears a clip and the lowered music under it', async t => {
  for (const [music, clip] of [
    [0.1, 1],
    [0.02, 1],
  ] as const) {
    const spoken = samplesOf(toCodedClip(42, 1));
    const mixed = samplesOf(toCodedWav(123, 3)).map(
      (sample, at) => sample * music + (spoken[at - 96_000] ?? 0) * clip,
    );
    const { readings, clips, isTone } = createCodeReader().read(mixed);
    const slots = [...new Set(readings.map(({ slot }) => slot))];
    t.same(
      slots,
      Array.from({ length: 30 }, (_, slot) => slot),
      `music at ${music} has no hole`,
    );
    t.ok(readings.every(({ name }) => name === 123));
    t.ok(clips.every(name => name === 42));
    t.ok(Math.abs(clips.length - 99) <= 15, `${clips.length} of 100 windows of the clip`);
    t.notOk(isTone);
  }
  const alone = createCodeReader().read(samplesOf(toCodedClip(7, 1)));
  t.match(alone, { isSounding: false, isTone: false, readings: [] }, 'a clip is no music');
  const tone = Int16Array.from({ length: 96_000 }, (_, at) =>
    Math.round(9_000 * Math.sin((2 * Math.PI * 880 * (at >> 1)) / 48_000)),
  );
  t.match(createCodeReader().read(tone), { isSounding: false, isTone: true, clips: [] });
});
