#!/bin/sh
# music-metadata takes a minute of Ogg that was cut out of a running broadcast for as long as the whole broadcast.
#
# Versions: music-metadata 12.1.0, codec-parser 2.5.0 as the neighbour, Node 20.
# A good guess: granule positions may begin anywhere (RFC 7845, section 4.5, has just this case), so the duration is the last
# one less the first.
# What happens: the last one alone counts. Of a broadcast that has run for ten hours, one second is ten hours and a second
# long, in Opus; numberOfSamples says the same. codec-parser counts one second.
# What follows: for a recording of a radio, take the position before the first page's packets off, or count packets.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund music-metadata@12.1.0 codec-parser@2.5.0 >/dev/null
cat >ask.mjs <<'JS'
import CodecParser from 'codec-parser';
import { parseBuffer } from 'music-metadata';

const FRAME = 960;
const RATE = 48_000;

/** The checksum of Ogg, bit by bit. */
function checksum(bytes) {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** A page with one short packet. */
function page(number, flags, granule, packet) {
  const bytes = Buffer.concat([Buffer.alloc(28), packet]);
  bytes.write('OggS');
  bytes[5] = flags;
  bytes.writeBigInt64LE(BigInt(granule), 6);
  bytes.writeUInt32LE(1, 14);
  bytes.writeUInt32LE(number, 18);
  bytes[26] = 1;
  bytes[27] = packet.length;
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

const head = Buffer.from([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const tags = Buffer.from([...Buffer.from('OpusTags'), 4, 0, 0, 0, ...Buffer.from('none'), 0, 0, 0, 0]);
const silence = Buffer.from([0xfc, 0xff, 0xfe]);
for (const hours of [0, 10]) {
  const before = hours * 3600 * RATE;
  const second = Buffer.concat([
    page(0, 2, 0, head),
    page(1, 0, 0, tags),
    ...Array.from({ length: 50 }, (_, at) => page(at + 2, at === 49 ? 4 : 0, before + FRAME * (at + 1), silence)),
  ]);
  const { format } = await parseBuffer(second, { mimeType: 'audio/ogg' }, { duration: true });
  const frames = new CodecParser('audio/ogg').parseAll(new Uint8Array(second));
  console.log(`begun at ${hours} h: music-metadata ${format.duration} s, ${format.numberOfSamples} samples,`);
  console.log(`  codec-parser ${frames.reduce((sum, { samples }) => sum + samples, 0)} samples`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
begun at 0 h: music-metadata 1 s, 48000 samples,
  codec-parser 48000 samples
begun at 10 h: music-metadata 36001 s, 1728048000 samples,
  codec-parser 48000 samples
TEXT
diff expected seen
