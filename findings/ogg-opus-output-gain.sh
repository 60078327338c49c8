#!/bin/sh
# ogg-opus-decoder leaves out the gain that an Opus file asks for, so that a levelled album is as loud as before.
#
# Versions: ogg-opus-decoder 1.7.5, @audio/decode-opus 1.3.3 as the neighbour, opusscript 0.1.1 as the encoder, Node 20.
# A good guess: the output gain in the file's head belongs to decoding, and each decoder applies it (RFC 7845, section 5.1);
# R128 gains in the comments count on top of it.
# What happens: ogg-opus-decoder gives the same samples for a gain of -6 dB, of 0 and of +6 dB. The neighbour applies it, so that
# the same track is 6 dB softer or louder there.
# What follows: with this decoder, read the 16 bits at byte 16 of `OpusHead` (in 1/256 dB), and scale the samples.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ogg-opus-decoder@1.7.5 @audio/decode-opus@1.3.3 opusscript@0.1.1 >/dev/null
cat >ask.mjs <<'JS'
import decode from '@audio/decode-opus';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import OpusScript from 'opusscript';

const FRAME = 960;
const FRAMES = 50;

/** The checksum of Ogg, bit by bit. */
function checksum(bytes) {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** A page with one packet. */
function page(number, flags, granule, packet) {
  const lacing = [...Array.from({ length: Math.floor(packet.length / 255) }, () => 255), packet.length % 255];
  const bytes = Buffer.concat([Buffer.alloc(27), Buffer.from(lacing), packet]);
  bytes.write('OggS');
  bytes[5] = flags;
  bytes.writeBigInt64LE(BigInt(granule), 6);
  bytes.writeUInt32LE(1, 14);
  bytes.writeUInt32LE(number, 18);
  bytes[26] = lacing.length;
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

const encoder = new OpusScript(48_000, 1, OpusScript.Application.AUDIO);
const packets = Array.from({ length: FRAMES }, (_, frame) => {
  const sound = Buffer.alloc(FRAME * 2);
  for (let at = 0; at < FRAME; at += 1)
    sound.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 500 * (frame * FRAME + at)) / 48_000)), at * 2);
  return Buffer.from(encoder.encode(sound, FRAME));
});

/** One second of Opus with an output gain in decibels. */
function file(gain) {
  const head = Buffer.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
  head.writeInt16LE(gain * 256, 16);
  const tags = Buffer.from([...Buffer.from('OpusTags'), 4, 0, 0, 0, ...Buffer.from('none'), 0, 0, 0, 0]);
  return Buffer.concat([
    page(0, 2, 0, head),
    page(1, 0, 0, tags),
    ...packets.map((packet, at) => page(at + 2, at === FRAMES - 1 ? 4 : 0, FRAME * (at + 1), packet)),
  ]);
}

const level = samples => 10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
const readers = {
  'ogg-opus-decoder': async bytes => {
    const decoder = new OggOpusDecoder();
    await decoder.ready;
    return (await decoder.decodeFile(new Uint8Array(bytes))).channelData[0];
  },
  'decode-opus': async bytes => (await decode(bytes)).channelData[0],
};
for (const [name, read] of Object.entries(readers)) {
  const without = level(await read(file(0)));
  for (const gain of [-6, 6])
    console.log(`${name}: ${gain} dB asked for, ${(level(await read(file(gain))) - without).toFixed(1)} dB heard`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
ogg-opus-decoder: -6 dB asked for, 0.0 dB heard
ogg-opus-decoder: 6 dB asked for, 0.0 dB heard
decode-opus: -6 dB asked for, -6.0 dB heard
decode-opus: 6 dB asked for, 6.0 dB heard
TEXT
diff expected seen
