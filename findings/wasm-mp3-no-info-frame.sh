#!/bin/sh
# An MP3 of wasm-media-encoders, which is LAME compiled for browsers, has no Info frame: no player can trim it.
#
# Versions: wasm-media-encoders 0.7.0, mpg123-decoder 1.0.3, music-metadata 11.16.1, Node 20.
# A good guess: as LAME's own program does, it tells in the first frame how much silence it has added, so that a decoder
# without gaps gives back as many samples as went in.
# What happens: the first frame is audio already. One second (44,100 samples) comes back as 46,080, which is 45 ms of silence
# more at each change of track, and without that frame no decoder can know.
# What follows: make the test files of a gapless player by LAME's program or ffmpeg, or in a format with exact lengths.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund wasm-media-encoders@0.7.0 mpg123-decoder@1.0.3 music-metadata@11.16.1 >/dev/null
cat >ask.mjs <<'JS'
import { MPEGDecoder } from 'mpg123-decoder';
import { parseBuffer } from 'music-metadata';
import { createMp3Encoder } from 'wasm-media-encoders';

const rate = 44_100;
const tone = Float32Array.from({ length: rate }, (_, at) => 0.5 * Math.sin((at * 2 * Math.PI * 440) / rate));
const encoder = await createMp3Encoder();
encoder.configure({ sampleRate: rate, channels: 1, bitrate: 128 });
const mp3 = Buffer.concat([Buffer.from(encoder.encode([tone])), Buffer.from(encoder.finalize())]);
console.log('tags', ['Info', 'Xing', 'LAME'].filter(tag => mp3.subarray(0, 400).includes(tag)).length);
const decoder = new MPEGDecoder();
await decoder.ready;
console.log('samples in', tone.length, 'out', decoder.decode(mp3).samplesDecoded);
const { format } = await parseBuffer(mp3, { mimeType: 'audio/mpeg' }, { duration: true });
console.log('told', format.numberOfSamples);
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
tags 0
samples in 44100 out 46080
told 46080
TEXT
diff expected seen
