#!/bin/sh
# For m3u8-file-parser, a song that is one file in pieces goes back to the file's first byte at its second piece.
#
# Versions: m3u8-file-parser 0.2.4; m3u8-parser 7.2.0 and hls-parser 0.16.1 as the neighbours; Node 20.
# A good guess: an EXT-X-BYTERANGE without a start goes on where the piece before ended (RFC 8216, section 4.3.2.2); who leaves
# that to its caller gives no start at all.
# What happens: the start is 0, as if it had been written there. Who fetches these pieces gets the head of the file again and
# again, in the right lengths; that the playlist said nothing cannot be seen any more. The neighbours go on.
# What follows: add the lengths up yourself where a start is 0 and the piece is not the first of its file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund m3u8-file-parser@0.2.4 m3u8-parser@7.2.0 hls-parser@0.16.1 >/dev/null
cat >ask.mjs <<'JS'
import hls from 'hls-parser';
import M3u8FileParser from 'm3u8-file-parser';
import { Parser } from 'm3u8-parser';

const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:6', '#EXT-X-MAP:URI="song.mp4",BYTERANGE="700@0"'];
const pieces = ['1000@700', '900', '1100'].flatMap(range => ['#EXTINF:6,', `#EXT-X-BYTERANGE:${range}`, 'song.mp4']);
const text = [...head, ...pieces, '#EXT-X-ENDLIST', ''].join('\n');

const parser = new Parser();
parser.push(text);
parser.end();
const fileParser = new M3u8FileParser();
fileParser.read(text);
const readers = {
  'm3u8-parser': parser.manifest.segments.map(({ byterange }) => byterange),
  'hls-parser': hls.parse(text).segments.map(({ byterange }) => byterange),
  'm3u8-file-parser': fileParser.getResult().segments.map(({ byteRange }) => byteRange),
};
for (const [name, ranges] of Object.entries(readers))
  console.log(`${name}: ${ranges.map(({ offset, length }) => `${offset} to ${offset + length - 1}`).join(', ')}`);
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
m3u8-parser: 700 to 1699, 1700 to 2599, 2600 to 3699
hls-parser: 700 to 1699, 1700 to 2599, 2600 to 3699
m3u8-file-parser: 700 to 1699, 0 to 899, 0 to 1099
TEXT
diff expected seen
