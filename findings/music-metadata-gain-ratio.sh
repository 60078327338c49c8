#!/bin/sh
# The `ratio` of ReplayGain in music-metadata is that of the power: who multiplies samples by it gets twice the decibels.
#
# Versions: music-metadata 12.1.0, Node 20.
# A good guess: beside `dB` stands the factor for the samples, so -6 dB is 0.50; and a peak of 0.5 is -6 dB. A track clips if
# the two factors, multiplied, are more than one.
# What happens: -6 dB has the ratio 0.25, so a track is 12 dB softer than asked for, and +6 dB is 3.98. For a peak, the ratio is
# the amplitude as the tag has it, and its `dB` is half: 0.5 is -3 dB. The product of the two says that +6 dB on a peak of 0.4
# clips, though it comes to 0.8.
# What follows: work with 10 ** (dB / 20) of a gain, and with the ratio of a peak.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund music-metadata@12.1.0 >/dev/null
cat >ask.mjs <<'JS'
import { parseBuffer } from 'music-metadata';

/** An MP3 whose ID3v2.4 tag has these texts. */
function file(texts) {
  const frames = Buffer.concat(
    Object.entries(texts).map(([name, value]) => {
      const text = Buffer.from(`\x03${name}\0${value}`);
      return Buffer.concat([Buffer.from('TXXX'), Buffer.from([0, 0, 0, text.length, 0, 0]), text]);
    }),
  );
  const silent = Buffer.alloc(417);
  silent.set([0xff, 0xfb, 0x90, 0x64]);
  const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, frames.length >> 7, frames.length & 127]);
  return Buffer.concat([head, frames, ...Array.from({ length: 20 }, () => silent)]);
}

for (const [gain, peak] of [['-6.00', '0.500000'], ['+6.00', '0.400000']]) {
  const tag = { REPLAYGAIN_TRACK_GAIN: `${gain} dB`, REPLAYGAIN_TRACK_PEAK: peak };
  const { replaygain_track_gain: read, replaygain_track_peak: top } = (await parseBuffer(file(tag), 'audio/mpeg')).common;
  const factor = 10 ** (read.dB / 20);
  console.log(`gain ${gain} dB: ratio ${read.ratio.toFixed(2)}, for the samples ${factor.toFixed(2)}`);
  const amplitude = (20 * Math.log10(peak)).toFixed(2);
  console.log(`peak ${peak}: ratio ${top.ratio.toFixed(2)}, ${top.dB.toFixed(2)} dB, by amplitude ${amplitude} dB`);
  console.log(`loudest sample: by the ratios ${(read.ratio * top.ratio).toFixed(2)}, in truth ${(factor * peak).toFixed(2)}`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
gain -6.00 dB: ratio 0.25, for the samples 0.50
peak 0.500000: ratio 0.50, -3.01 dB, by amplitude -6.02 dB
loudest sample: by the ratios 0.13, in truth 0.25
gain +6.00 dB: ratio 3.98, for the samples 2.00
peak 0.400000: ratio 0.40, -3.98 dB, by amplitude -7.96 dB
loudest sample: by the ratios 1.59, in truth 0.80
TEXT
diff expected seen
