#!/bin/sh
# MPD does not see a backslash that mpd2 sends, nor one in a pair of tag and value that mpc-js sends.
#
# Versions: mpd2 1.0.7, mpc-js 2.1.1, Node 20; the server takes arguments apart as MPD does.
# A good guess: a client's command takes plain strings, and does what the protocol wants for quotes and backslashes alike.
# What happens: the backslash is sent as it is, and within quotes MPD takes it for the sign that the next character is meant as
# such: `AC\DC` arrives as `ACDC`. mpd2 does the same to a filter, so `(artist == 'Guns N\' Roses')`, written as MPD's manual has
# it, arrives without the backslash (MPD 0.23.12 refused it: "')' expected"). mpc-js escapes filters.
# What follows: double each backslash before an argument goes to mpd2; with mpc-js, search by filters alone.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund mpd2@1.0.7 mpc-js@2.1.1 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { MPC } from 'mpc-js';
import mpd2 from 'mpd2';

/** The arguments of a command, as MPD reads them. */
const read = line =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].slice(1).map(([, quoted, bare]) => quoted?.replace(/\\(.)/g, '$1') ?? bare);

const seen = [];
const server = createServer(socket => {
  socket.write('OK MPD 0.23.5\n');
  createInterface(socket).on('line', line => {
    if (line.startsWith('find ')) seen.push(read(line).at(-1));
    if (line !== 'idle') socket.write('OK\n');
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address();

const artist = 'AC\\DC';
const filter = "(artist == 'Guns N\\' Roses')";
const first = await mpd2.connect({ host: '127.0.0.1', port });
await first.sendCommand(mpd2.cmd('find', ['artist', artist]));
await first.sendCommand(mpd2.cmd('find', [filter]));
console.log('mpd2:', ...seen.splice(0));

const second = new MPC();
await second.connectTCP('127.0.0.1', port);
await second.database.find([['artist', artist]]);
await second.database.find(filter);
console.log('mpc-js:', ...seen.splice(0));
process.exit();
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
mpd2: ACDC (artist == 'Guns N' Roses')
mpc-js: ACDC (artist == 'Guns N\' Roses')
TEXT
diff expected seen
