// Makes the clips that the speaker says (config/speech) from the sentences in src/lib/speech.ts, by espeak-ng and ffmpeg. Build
// first. A clip ends in a short rest, so that digits in a row can be told apart.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SENTENCES } from '../dist/src/lib/speech.js';

const folder = fileURLToPath(new URL('speech/', import.meta.url));

function run(program, words, input) {
  const ended = spawnSync(program, words, { input, stdio: ['pipe', 'pipe', 'inherit'], maxBuffer: 1 << 26 });
  if (ended.status !== 0) throw new Error(`${program} failed`, { cause: ended.error });
  return ended.stdout;
}

const TRIM = 'silenceremove=start_periods=1:start_threshold=-50dB,areverse';
// Each frame stands alone, and there is no head, so that clips can be joined.
const PLAIN =
  '-c:a libmp3lame -b:a 16k -reservoir 0 -write_xing 0 -id3v2_version 0 -map_metadata -1 -fflags +bitexact -flags:a +bitexact';

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [id, sentence] of Object.entries(SENTENCES)) {
  const spoken = run('espeak-ng', ['-v', 'en-us', '-s', '150', '--stdin', '--stdout'], sentence);
  const filter = `${TRIM},${TRIM},apad=pad_dur=0.25`;
  const words = [
    '-v',
    'error',
    '-i',
    'pipe:0',
    '-af',
    filter,
    '-ar',
    '16000',
    '-ac',
    '1',
    ...PLAIN.split(' '),
  ];
  run('ffmpeg', [...words, `${folder}${id}.mp3`], spoken);
}
