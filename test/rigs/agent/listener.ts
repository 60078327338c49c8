/** Understands the code that a speaker says: it tells the package's clips apart in a recording. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { SPEECH_FOLDER } from '../../../src/place.js';
import { temporaryFolder } from '../store/records.js';
import { loudnessAt } from './loudness.js';
import { RECORDED_RATE } from './recording.js';

const TONES_HZ = [250, 350, 450, 550, 700, 850, 1_000, 1_250, 1_500, 1_800, 2_100, 2_500, 2_900, 3_400];
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const SAID = [
  ['code'],
  ...Array.from({ length: 6 }, () => DIGITS),
  ['again'],
  ...Array.from({ length: 6 }, () => DIGITS),
];
/** Windows by which a clip may begin sooner, or later, than the one before it ends: a busy machine may leave a hole. */
const SOONER = 12;
const LATER = 30;

/** How loud it is at each of the tones in each window; the root, so that what is faint counts, too. */
type Print = readonly (readonly number[])[];

function printOf(samples: Int16Array): Print {
  const tones = TONES_HZ.map(hertz => loudnessAt(samples, hertz));
  return (tones[0] ?? []).map((_, window) => tones.map(tone => Math.sqrt(tone[window] ?? 0)));
}

function readClip(name: string, folder: string): Print {
  const clip = fileURLToPath(new URL(`${name}.mp3`, SPEECH_FOLDER));
  const path = join(folder, name);
  const form = [`--audio-samplerate=${RECORDED_RATE}`, '--audio-channels=mono', '--audio-format=s16'];
  const words = [
    '--no-config',
    '--really-quiet',
    '--ao=pcm',
    `--ao-pcm-file=${path}`,
    '--ao-pcm-waveheader=no',
  ];
  const { status } = spawnSync('mpv', [...words, ...form, clip]);
  if (status !== 0) throw new Error(`mpv could not decode ${clip}`);
  const bytes = readFileSync(path);
  return printOf(new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2)));
}

/** How alike a clip and a part of a recording are, 0 to 1, however loud either is. */
function likeness(clip: Print, heard: Print, at: number): number {
  let [both, one, other] = [0, 0, 0];
  for (const [window, tones] of clip.entries())
    for (const [tone, loud] of tones.entries()) {
      const loudHeard = heard[at + window]?.[tone] ?? 0;
      both += loud * loudHeard;
      one += loud ** 2;
      other += loudHeard ** 2;
    }
  return both / Math.sqrt(one * other || 1);
}

/** Returns `code 123456 again 123456` for the recording of it. */
export function understand(t: Test, samples: Int16Array): string {
  const folder = temporaryFolder(t);
  const heard = printOf(samples);
  const clips = new Map([...DIGITS, 'code', 'again'].map(name => [name, readClip(name, folder)]));
  let at = heard.findIndex(tones => tones.some(loud => loud > 3));
  const words = SAID.map(names => {
    const found = names.flatMap(name =>
      Array.from({ length: SOONER + LATER }, (_, one) => {
        const clip = clips.get(name) ?? [];
        const from = Math.max(0, at - SOONER + one);
        return { name, like: likeness(clip, heard, from), end: from + clip.length };
      }),
    );
    const [best = { name: '?', end: at }] = found.sort((a, b) => b.like - a.like);
    at = best.end;
    return best.name;
  });
  return words.join('').replace(/again/, ' again ').replace('code', 'code ');
}
