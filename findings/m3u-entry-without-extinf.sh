#!/bin/sh
# An entry without #EXTINF, in an M3U that has it elsewhere, is lost in three of five readers.
#
# Versions: @iptv/playlist 1.2.1, iptv-playlist-parser 0.15.2, playlist-parser 0.0.12; m3u-parser-generator 5.0.2 and
# m3u8-file-parser 0.2.4 as the neighbours; Node 20.
# A good guess: each line that is no comment is an entry, and #EXTINF adds its length and title where it stands.
# What happens: @iptv/playlist takes the address for a second source of the entry before it. iptv-playlist-parser and
# playlist-parser leave it out without a word. The neighbours have three entries.
# What follows: count the addresses of a playlist that people write by hand, or read it line by line.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @iptv/playlist@1.2.1 iptv-playlist-parser@0.15.2 playlist-parser@0.0.12 \
  m3u-parser-generator@5.0.2 m3u8-file-parser@0.2.4 >/dev/null
cat >ask.mjs <<'JS'
import { parseM3U } from '@iptv/playlist';
import iptv from 'iptv-playlist-parser';
import { M3uParser } from 'm3u-parser-generator';
import M3u8FileParser from 'm3u8-file-parser';
import playlistParser from 'playlist-parser';

const text = ['#EXTM3U', '#EXTINF:180,First', 'http://a/1', 'http://a/2', '#EXTINF:200,Third', 'http://a/3', ''].join('\n');
const byLines = new M3u8FileParser();
byLines.read(text);
const readers = {
  '@iptv/playlist': parseM3U(text).channels.map(({ urls }) => urls.join(' or ')),
  'iptv-playlist-parser': iptv.parse(text).items.map(({ url }) => url),
  'playlist-parser': playlistParser.M3U.parse(text).map(({ file }) => file),
  'm3u-parser-generator': new M3uParser().parse(text).medias.map(({ location }) => location),
  'm3u8-file-parser': byLines.getResult().segments.map(({ url }) => url),
};
for (const [name, entries] of Object.entries(readers)) console.log(`${name}: ${entries.join(', ')}`);
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
@iptv/playlist: http://a/1 or http://a/2, http://a/3
iptv-playlist-parser: http://a/1, http://a/3
playlist-parser: http://a/1, http://a/3
m3u-parser-generator: http://a/1, http://a/2, http://a/3
m3u8-file-parser: http://a/1, http://a/2, http://a/3
TEXT
diff expected seen
