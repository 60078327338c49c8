#!/bin/sh
# A chunk of odd length before the sound makes wav's Reader deliver no samples, and no error.
#
# Versions: wav 1.0.2; wavefile 11.0.0 and music-metadata 12.1.0 read the same file; Node 20.
# A good guess: RIFF pads a chunk of odd length with a byte that its length does not count, and a reader skips it.
# What happens: the Reader takes the padding for the next chunk's name, passes over the sound as if it were an unknown
# chunk, and ends well. The format is told, so all looks right but for the silence.
# What follows: before this reader, write chunks of even length only, or read by something else.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund wav@1.0.2 wavefile@11.0.0 music-metadata@12.1.0 >/dev/null
cat >ask.mjs <<'JS'
import { Readable } from 'node:stream';
import { parseBuffer } from 'music-metadata';
import wav from 'wav';
import wavefile from 'wavefile';

function chunk(name, body) {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}
const format = Buffer.alloc(16);
[1, 1].forEach((value, at) => format.writeUInt16LE(value, at * 2));
[8_000, 16_000].forEach((value, at) => format.writeUInt32LE(value, 4 + at * 4));
[2, 16].forEach((value, at) => format.writeUInt16LE(value, 12 + at * 2));
const file = length => {
  const parts = [chunk('fmt ', format), chunk('JUNK', Buffer.alloc(length)), chunk('data', Buffer.alloc(16_000))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...parts]));
};
for (const length of [4, 3]) {
  const reader = new wav.Reader();
  let bytes = 0;
  reader.on('data', part => (bytes += part.length));
  const ended = new Promise((resolve, reject) => reader.on('end', resolve).on('error', reject));
  Readable.from([file(length)]).pipe(reader);
  await ended;
  const samples = new wavefile.WaveFile(file(length)).data.samples.length;
  const { duration } = (await parseBuffer(file(length), { mimeType: 'audio/wav' })).format;
  console.log(`JUNK of ${length}: wav ${bytes} bytes, wavefile ${samples}, music-metadata ${duration} s`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
JUNK of 4: wav 16000 bytes, wavefile 16000, music-metadata 1 s
JUNK of 3: wav 0 bytes, wavefile 16000, music-metadata 1 s
TEXT
diff expected seen
