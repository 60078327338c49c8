#!/bin/sh
# wavefile takes the floating samples of an extensible WAV for whole numbers: quiet music becomes loud noise.
#
# Versions: wavefile 11.0.0; mediabunny 1.61.0 as the neighbour; Node 20.
# A good guess: in WAVE_FORMAT_EXTENSIBLE the first two bytes of the subformat say what the samples are (1 whole, 3 floating),
# and who reads the one kind reads the other, or refuses it.
# What happens: wavefile looks at the length alone, so 32 bits are whole numbers. In a conversion to 16 bits, a hundredth and a
# quarter of full scale both become about a half. Without the extension, and with whole numbers in it, all is right. mediabunny
# names each of them rightly.
# What follows: where the subformat says 3, write 3 over the format tag (byte 20 here) before wavefile gets the bytes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund wavefile@11.0.0 mediabunny@1.61.0 >/dev/null
cat >ask.mjs <<'JS'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import wavefile from 'wavefile';

function chunk(name, body) {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** A WAV of one channel at 8 kHz; `kind` is 1 for whole numbers and 3 for floating ones. */
function file(kind, extensible, samples) {
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xff_fe : kind, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8000, 4);
  format.writeUInt32LE(32_000, 8);
  format.writeUInt16LE(4, 12);
  format.writeUInt16LE(32, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(32, 18);
    format.writeUInt32LE(4, 20);
    format.writeUInt16LE(kind, 24);
    format.set(Buffer.from('000000001000800000aa00389b71', 'hex'), 26);
  }
  const data = Buffer.alloc(samples.length * 4);
  for (const [at, sample] of samples.entries())
    if (kind === 3) data.writeFloatLE(sample, at * 4);
    else data.writeInt32LE(Math.round(sample * 2 ** 31), at * 4);
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)]));
}

for (const [name, kind, extensible] of [['whole', 1, true], ['floating, plain', 3, false], ['floating, extensible', 3, true]])
  for (const level of [0.25, 0.01]) {
    const bytes = file(kind, extensible, [level, -level, level, -level]);
    const wav = new wavefile.WaveFile(bytes);
    wav.toBitDepth('16');
    const track = await new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).getPrimaryAudioTrack();
    console.log(`${name}, ${level}: ${(wav.getSamples()[0] / 32_767).toFixed(2)} in 16 bits; mediabunny: ${track.codec}`);
  }
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
whole, 0.25: 0.25 in 16 bits; mediabunny: pcm-s32
whole, 0.01: 0.01 in 16 bits; mediabunny: pcm-s32
floating, plain, 0.25: 0.25 in 16 bits; mediabunny: pcm-f32
floating, plain, 0.01: 0.01 in 16 bits; mediabunny: pcm-f32
floating, extensible, 0.25: 0.49 in 16 bits; mediabunny: pcm-f32
floating, extensible, 0.01: 0.47 in 16 bits; mediabunny: pcm-f32
TEXT
diff expected seen
