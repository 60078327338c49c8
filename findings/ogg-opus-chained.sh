#!/bin/sh
# Chained Ogg Opus, which a radio sends when the title changes: one reader repeats, one drops, one reads it whole.
#
# Versions: ogg-opus-decoder 1.7.5, prism-media 1.3.5, codec-parser 2.5.0, Node 20.
# A good guess: two chains of one second each (RFC 3533, section 4) are two seconds, 96,000 samples, for every reader.
# What happens: ogg-opus-decoder's decodeFile gives three seconds, as it begins anew at each chain: the first is there twice.
# In pieces of 700 bytes, it loses most of the second. prism-media passes on the packets of the first chain alone, without an
# error. codec-parser counts 96,000. (mpv 0.35 plays 96,000, too.)
# What follows: before a radio goes through one of these, split the stream at each page that begins a chain, and use a
# decoder of its own for each.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ogg-opus-decoder@1.7.5 prism-media@1.3.5 codec-parser@2.5.0 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import CodecParser from 'codec-parser';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import prism from 'prism-media';

const POLYNOMIAL = 0x04c11db7;
const BEGINS = 2;
const ENDS = 4;

/** The checksum of Ogg, bit by bit. */
function checksum(bytes) {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ POLYNOMIAL : sum << 1;
  }
  return sum >>> 0;
}

/** A page with one short packet. */
function page({ serial, number, flags = 0, granule = 0, packet }) {
  const bytes = Buffer.concat([Buffer.alloc(28), packet]);
  bytes.write('OggS');
  bytes[5] = flags;
  bytes.writeBigInt64LE(BigInt(granule), 6);
  bytes.writeUInt32LE(serial, 14);
  bytes.writeUInt32LE(number, 18);
  bytes[26] = 1;
  bytes[27] = packet.length;
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

const head = Buffer.from([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const tags = Buffer.from([...Buffer.from('OpusTags'), 4, 0, 0, 0, ...Buffer.from('none'), 0, 0, 0, 0]);
const silence = Buffer.from([0xfc, 0xff, 0xfe]);
const packets = Array.from({ length: 50 }, (_, at) => at + 1);
const chain = serial =>
  Buffer.concat([
    page({ serial, number: 0, flags: BEGINS, packet: head }),
    page({ serial, number: 1, packet: tags }),
    ...packets.map(at =>
      page({ serial, number: at + 1, flags: at === 50 ? ENDS : 0, granule: 960 * at, packet: silence }),
    ),
  ]);
const radio = new Uint8Array(Buffer.concat([chain(1), chain(2)]));

const frames = new CodecParser('audio/ogg').parseAll(radio);
console.log('codec-parser', frames.reduce((sum, { samples }) => sum + samples, 0));

const whole = new OggOpusDecoder();
await whole.ready;
console.log('ogg-opus-decoder, whole', (await whole.decodeFile(radio)).samplesDecoded);

const pieces = new OggOpusDecoder();
await pieces.ready;
let heard = 0;
for (let at = 0; at < radio.length; at += 700)
  heard += (await pieces.decode(radio.subarray(at, at + 700))).samplesDecoded;
heard += (await pieces.flush()).samplesDecoded;
console.log('ogg-opus-decoder, in pieces', heard);

const demuxer = new prism.opus.OggDemuxer();
let passed = 0;
demuxer.on('data', () => (passed += 1));
demuxer.end(Buffer.from(radio));
await once(demuxer, 'end');
console.log('prism-media', passed * 960);
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
codec-parser 96000
ogg-opus-decoder, whole 144000
ogg-opus-decoder, in pieces 58560
prism-media 48000
TEXT
diff expected seen
