#!/bin/sh
# What mpv converts to WAV, FLAC or WavPack gets silence behind it: a second in WAV is 0.11 s longer, a click 0.35 s.
#
# Versions: mpv 0.35.1 (Debian 12), Node 20 to write and read the files.
# A good guess: WAV has no blocks, and the last block of FLAC and WavPack may be shorter, so as many samples come out as went in.
# What happens: the end is filled up with silence to a whole block of its encoder: of 16,384 samples in WAV, of 4608 in FLAC, and
# of 44,100 in WavPack, where a thousand samples are a whole second. What went in is there unchanged, and the length in the head
# counts the silence, so no player can trim it.
# What follows: make no test files for a player without gaps, and no chimes, by `mpv --o`; or cut them to their length.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >ask.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const RATE = 44_100;
function wav(count) {
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.set([16, 0, 0, 0, 1, 0, 1, 0], 16);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.set([2, 0, 16, 0], 32);
  bytes.write('data', 36);
  bytes.writeUInt32LE(count * 2, 40);
  for (let at = 0; at < count; at += 1) bytes.writeInt16LE(1000 + (at % 1000), 44 + at * 2);
  return bytes;
}

const lengths = {
  wav: bytes => bytes.readUInt32LE(bytes.indexOf('data') + 4) / 2,
  flac: bytes => bytes.readUInt32BE(22),
  wv: bytes => bytes.readUInt32LE(12),
};
const codecs = { wav: 'pcm_s16le', flac: 'flac', wv: 'wavpack' };
for (const count of [RATE, 1000]) {
  const sound = wav(count);
  writeFileSync('in.wav', sound);
  for (const [name, length] of Object.entries(lengths)) {
    const words = ['--no-config', '--really-quiet', 'in.wav', `--o=out.${name}`, `--oac=${codecs[name]}`];
    execFileSync('mpv', words, { stdio: 'ignore', timeout: 30_000 });
    const bytes = readFileSync(`out.${name}`);
    console.log(`${count} samples in ${name}: ${length(bytes)}`);
    if (name !== 'wav') continue;
    const samples = bytes.subarray(bytes.indexOf('data') + 8);
    const kept = samples.subarray(0, count * 2).equals(sound.subarray(44));
    console.log(`  those that went in are ${kept ? 'there' : 'changed'}, the rest is`, ...new Set(samples.subarray(count * 2)));
  }
}
JS
mpv --version | head -n 1 | cut -d ' ' -f 1-2 >seen
node ask.mjs >>seen
cat seen
cat >expected <<'TEXT'
mpv 0.35.1
44100 samples in wav: 49152
  those that went in are there, the rest is 0
44100 samples in flac: 46080
44100 samples in wv: 44100
1000 samples in wav: 16384
  those that went in are there, the rest is 0
1000 samples in flac: 4608
1000 samples in wv: 44100
TEXT
diff expected seen
