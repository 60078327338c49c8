#!/bin/sh
# input-event loses what a knob does after the full second, if it is read together with what came before.
#
# Versions: input-event 1.2.6, Node 20, 64-bit events (24 bytes).
# A good guess: a read of several `struct input_event` is cut into pieces of one size, and each is told.
# What happens: the read is cut where the seconds of the first event occur again. All that has another time stamp, up to the end
# of the read, counts as the rest of the event before, and is told to nobody. A busy program, whose reads are long, loses clicks
# about once a second.
# What follows: read the device itself, in pieces of 24 bytes (16 on 32-bit systems).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts input-event@1.2.6 >/dev/null
cat >ask.cjs <<'JS'
const { writeFileSync } = require('node:fs');
const InputEvent = require('input-event');

const [EV_SYN, EV_REL, REL_DIAL] = [0, 2, 7];
function event(second, type, code, value) {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64LE(BigInt(second), 0);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}
const click = second => Buffer.concat([event(second, EV_REL, REL_DIAL, 1), event(second, EV_SYN, 0, 0)]);

for (const [name, seconds] of [
  ['four clicks within a second', [10, 10, 10, 10]],
  ['two before it and two after', [10, 10, 11, 11]],
]) {
  const file = `${name}.bin`;
  writeFileSync(file, Buffer.concat(seconds.map(click)));
  let clicks = 0;
  const input = new InputEvent(file);
  input.on('data', ({ type }) => (clicks += type === EV_REL ? 1 : 0));
  input.fd.on('end', () => console.log(`${name}: ${clicks} told`));
}
JS
node ask.cjs | sort >seen
cat seen
cat >expected <<'TEXT'
four clicks within a second: 4 told
two before it and two after: 2 told
TEXT
diff expected seen
