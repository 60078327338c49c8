#!/bin/sh
# Once a converter of libsamplerate-js has done one sound by `simple`, its `full` delivers one piece, and then nothing.
#
# Versions: @alexanderolsen/libsamplerate-js 2.1.2, Node 20.
# A good guess: `simple` is for a whole sound and `full` for a stream, and one converter may do a chime by the first and then a
# track by the second.
# What happens: `simple` leaves the converter at the end of its input. The next call of `full` ends there, and each one
# after it returns an empty array for ever, without an error. Another converter is not touched.
# What follows: one converter for each way of use, thrown away with the sound; and an empty array is worth a warning.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @alexanderolsen/libsamplerate-js@2.1.2 >/dev/null
cat >ask.mjs <<'JS'
import libsamplerate from '@alexanderolsen/libsamplerate-js';

const { create, ConverterType } = libsamplerate;
const second = Float32Array.from({ length: 44_100 }, (_, at) => Math.sin(at / 10) / 2);
const make = () => create(1, 44_100, 48_000, { converterType: ConverterType.SRC_SINC_FASTEST });
const stream = converter =>
  Array.from({ length: 10 }, (_, at) => converter.full(second.slice(at * 4410, (at + 1) * 4410)).length);

const used = await make();
const other = await make();
console.log('simple:', used.simple(second).length);
console.log('full, the same converter:', ...stream(used));
console.log('full, another one:', stream(other).reduce((sum, length) => sum + length, 0));
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
simple: 48000
full, the same converter: 4800 0 0 0 0 0 0 0 0 0
full, another one: 47979
TEXT
diff expected seen
