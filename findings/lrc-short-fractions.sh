#!/bin/sh
# One file of lyrics, five readers: half a second is read as 5 ms, or its line is lost, and a chorus comes once instead of twice.
#
# Versions: clrc 3.1.4, lrc-file-parser 2.4.2, lyric-parser 1.0.1; lrc-kit 1.2.1 and @applemusic-like-lyrics/lyric 1.1.0 as the
# neighbours; Node 20.
# A good guess: what stands behind the point is a fraction of a second, with one digit, two, three or none, so `[01:05.5]` is
# 65.5 s; and a line with two times is sung twice.
# What happens: lrc-file-parser takes the digits for milliseconds, so .5 is 5 ms, and leaves out what has no fraction. clrc leaves
# out what has one digit, as "invalid". lyric-parser leaves that out, too; it takes three digits for hundredths, so .125 is
# 1.25 s, and has a line with two times at the first of them alone. The neighbours have all six.
# What follows: before lyrics go to one of these, write each line once, with two digits behind the point.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund clrc@3.1.4 lrc-file-parser@2.4.2 lyric-parser@1.0.1 lrc-kit@1.2.1 \
  @applemusic-like-lyrics/lyric@1.1.0 >/dev/null
cat >ask.mjs <<'JS'
import { parseLrc } from '@applemusic-like-lyrics/lyric';
import { parse } from 'clrc';
import LrcFileParser from 'lrc-file-parser';
import lrcKit from 'lrc-kit';
import LyricParser from 'lyric-parser';

const lines = ['[ti:Six Lines]', '[00:10.00]A', '[00:20.00][00:40.00]B', '[01:05.5]C', '[02:03]D', '[03:04.125]E', ''];
const text = lines.join('\n');
const readers = {
  'lrc-kit': () => lrcKit.Lrc.parse(text).lyrics.map(({ timestamp, content }) => [timestamp, content]),
  '@applemusic-like-lyrics/lyric': () =>
    parseLrc(text).map(({ startTime, words }) => [startTime / 1000, words.map(({ word }) => word).join('')]),
  clrc: () =>
    parse(text).flatMap(({ type, startMillisecond, content }) => (type === 'lyric' ? [[startMillisecond / 1000, content]] : [])),
  'lrc-file-parser': () => {
    let found;
    new LrcFileParser({ onSetLyric: told => (found = told) }).setLyric(text, []);
    return found.map(({ time, text: words }) => [time / 1000, words]);
  },
  'lyric-parser': () => new LyricParser(text, () => {}).lines.map(({ time, txt }) => [time / 1000, txt]),
};
for (const [name, read] of Object.entries(readers)) {
  const found = read().sort(([one], [other]) => one - other);
  console.log(`${name}: ${found.map(([time, words]) => `${words} ${time}`).join(', ')}`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
lrc-kit: A 10, B 20, B 40, C 65.5, D 123, E 184.125
@applemusic-like-lyrics/lyric: A 10, B 20, B 40, C 65.5, D 123, E 184.125
clrc: A 10, B 20, B 40, D 123, E 184.125
lrc-file-parser: A 10, B 20, B 40, C 65.005, E 184.125
lyric-parser: A 10, B 20, D 123, E 185.25
TEXT
diff expected seen
