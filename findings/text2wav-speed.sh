#!/bin/sh
# text2wav, which is espeak-ng in WebAssembly, speaks at one speed: `speed` and `wordGap` change nothing.
#
# Versions: text2wav 0.0.14, Node 20.
# A good guess: they do what espeak-ng's -s and -g do, as its page says, beside `pitch` and `amplitude`.
# What happens: pitch and amplitude are heard; at 80 and at 300 words a minute, and with half a second between words, the sound is
# the same to the byte.
# What follows: for spoken digits or sentences at a speed of their own, run espeak-ng itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts text2wav@0.0.14 >/dev/null
cat >ask.cjs <<'JS'
const text2wav = require('text2wav');

(async () => {
  const plain = Buffer.from(await text2wav('Dinner is ready'));
  for (const options of [{ speed: 300 }, { speed: 80 }, { wordGap: 50 }, { pitch: 99 }, { amplitude: 10 }]) {
    const sound = Buffer.from(await text2wav('Dinner is ready', options));
    console.log(JSON.stringify(options), sound.equals(plain) ? 'no difference' : 'another sound');
  }
})();
JS
node ask.cjs 2>/dev/null >seen
cat seen
cat >expected <<'TEXT'
{"speed":300} no difference
{"speed":80} no difference
{"wordGap":50} no difference
{"pitch":99} another sound
{"amplitude":10} another sound
TEXT
diff expected seen
