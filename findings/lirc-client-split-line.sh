#!/bin/sh
# After one line of lircd that arrives in two pieces, lirc-client tells of no button any more.
#
# Versions: lirc-client 2.0.0, Node 20.
# A good guess: lircd's lines are collected up to their line feed, over TCP as over a Unix socket; at worst one button is lost.
# What happens: the first piece counts as a whole line, so a button is told with a cut name and without its remote. The second
# piece stays in the buffer of answers, and while that holds something, each further button is taken for a part of an answer.
# There is no error, and the connection stays up.
# What follows: read the socket by lines yourself; outside BEGIN and END, each line is a button.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund lirc-client@2.0.0 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import lircClient from 'lirc-client';

let daemon;
const server = createServer(socket => (daemon = socket));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const client = lircClient({ host: '127.0.0.1', port: server.address().port, reconnect: false });
client.on('receive', (...parts) => console.log('told:', JSON.stringify(parts)));
await once(client, 'connect');

/** Sends a piece, and waits until the client has read it. */
async function send(piece) {
  console.log('sent:', JSON.stringify(piece));
  const before = client._socket.bytesRead;
  daemon.write(piece);
  while (client._socket.bytesRead < before + piece.length) await setImmediate();
  await setImmediate();
}
await send('0000000000000001 00 KEY_PLAY Kitchen\n');
await send('0000000000000002 00 KEY_VOL');
await send('UMEUP Kitchen\n');
await send('0000000000000001 00 KEY_PLAY Kitchen\n');
await send('0000000000000001 01 KEY_PLAY Kitchen\n');
process.exit();
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
sent: "0000000000000001 00 KEY_PLAY Kitchen\n"
told: ["Kitchen","KEY_PLAY","00","0000000000000001"]
sent: "0000000000000002 00 KEY_VOL"
told: ["KEY_VOL","00","0000000000000002"]
sent: "UMEUP Kitchen\n"
sent: "0000000000000001 00 KEY_PLAY Kitchen\n"
sent: "0000000000000001 01 KEY_PLAY Kitchen\n"
TEXT
diff expected seen
