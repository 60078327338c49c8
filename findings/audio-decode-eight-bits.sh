#!/bin/sh
# audio-decode takes the 8-bit samples of an AIFF for unsigned ones, and A-law and mu-law in a CAF for softer than they are.
#
# Versions: @audio/decode-aiff 1.3.0 and @audio/decode-caf 1.4.1, which audio-decode 3.12.0 uses; @audio/decode-wav 1.5.1 as the
# neighbour; Node 20.
# A good guess: 8-bit samples of an AIFF are signed, other than those of a WAV; and A-law and mu-law (ITU-T G.711) are the
# same 256 values in each container.
# What happens: silence in such an AIFF is -1 from end to end, and all else is torn. In WAV and AIFF-C the two laws are right;
# in CAF, mu-law is a quarter as loud, and A-law an eighth, with its sign turned round.
# What follows: play old samples and voice recordings by a player's own decoder, or convert them once.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @audio/decode-aiff@1.3.0 @audio/decode-caf@1.4.1 @audio/decode-wav@1.5.1 >/dev/null
cat >ask.mjs <<'JS'
import aiff from '@audio/decode-aiff';
import caf from '@audio/decode-caf';
import wav from '@audio/decode-wav';

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const big = (name, body) => {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
};
const little = (name, body) => Buffer.concat([Buffer.from(name), big(name, body).subarray(4, 8).swap32(), body]);
const wide = (name, body) => Buffer.concat([Buffer.from(name), Buffer.alloc(4), big(name, body).subarray(4)]);

/** An AIFF of one channel at 8 kHz. */
function makeAiff(bytes, { bits, law }) {
  const common = Buffer.from([0, 1, 0, 0, 1, 0, 0, bits, 0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]);
  const chunks = law
    ? ['AIFC', big('FVER', Buffer.from('a2805140', 'hex')), big('COMM', Buffer.concat([common, Buffer.from(`${law}\0\0`)]))]
    : ['AIFF', big('COMM', common)];
  chunks.push(big('SSND', Buffer.concat([Buffer.alloc(8), bytes])));
  return big('FORM', Buffer.concat(chunks.map(chunk => Buffer.from(chunk))));
}

/** A CAF of one channel at 8 kHz. */
function makeCaf(bytes, law) {
  const about = Buffer.alloc(32);
  about.writeDoubleBE(8000, 0);
  about.write(law, 8);
  for (const [at, value] of Object.entries({ 16: 1, 20: 1, 24: 1, 28: 8 })) about.writeUInt32BE(value, Number(at));
  const sound = Buffer.concat([Buffer.alloc(4), bytes]);
  return Buffer.concat([Buffer.from('caff\0\x01\0\0'), wide('desc', about), wide('data', sound)]);
}

/** A WAV of one channel at 8 kHz. */
function makeWav(bytes, law) {
  const about = Buffer.from([law === 'alaw' ? 6 : 7, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0, 0, 0]);
  return little('RIFF', Buffer.concat([Buffer.from('WAVE'), little('fmt ', about), little('data', bytes)]));
}

const samples = async (decode, bytes) => [...(await decode(new Uint8Array(bytes))).channelData[0]];
const silence = makeAiff(Buffer.alloc(256), { bits: 8 });
console.log('silence in an AIFF of 8 bits:', ...new Set(await samples(aiff, silence)));
for (const law of ['alaw', 'ulaw']) {
  const right = await samples(wav, makeWav(EVERY_BYTE, law));
  const others = {
    'AIFF-C': await samples(aiff, makeAiff(EVERY_BYTE, { bits: 16, law })),
    CAF: await samples(caf, makeCaf(EVERY_BYTE, law)),
  };
  for (const [name, found] of Object.entries(others)) {
    const same = found.filter((sample, byte) => sample === right[byte]).length;
    console.log(`${law} in ${name}: ${same} of ${found.length} as in WAV; byte 42 is`, found[42], 'for', right[42]);
  }
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
silence in an AIFF of 8 bits: -1
alaw in AIFF-C: 256 of 256 as in WAV; byte 42 is -0.984375 for -0.984375
alaw in CAF: 0 of 256 as in WAV; byte 42 is 0.123046875 for -0.984375
ulaw in AIFF-C: 256 of 256 as in WAV; byte 42 is -0.1639404296875 for -0.1639404296875
ulaw in CAF: 2 of 256 as in WAV; byte 42 is -0.040985107421875 for -0.1639404296875
TEXT
diff expected seen
