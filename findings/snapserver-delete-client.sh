#!/bin/sh
# A connected speaker that is deleted from snapserver plays on, and nobody can turn it down any more.
#
# Versions: snapserver 0.26.0 (Debian 12), Node 20 as the speaker and as the remote control.
# A good guess: `Server.DeleteClient` is for speakers that are gone, so one that is connected is refused, or cut off, or is in
# the list again as soon as it says something.
# What happens: the answer is the new list without it, and its stream goes on at the full rate. For `Client.SetVolume` it is
# "Client not found", and `Server.GetStatus` does not have it, not even after it has asked for the time. Only a new connection
# brings it back.
# What follows: look at `connected` before a client is deleted, and restart the speaker if it was too late.
set -eu
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || :; wait; rm -rf "$folder"' EXIT
cd "$folder"
cat >ports.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';

const servers = [1, 2, 3].map(() => createServer().listen(0, '127.0.0.1'));
await Promise.all(servers.map(server => once(server, 'listening')));
console.log(servers.map(server => server.address().port).join(' '));
for (const server of servers) server.close();
JS
set -- $(node ports.mjs)
cat >conf <<TEXT
[server]
datadir=$folder
[http]
enabled=true
port=$3
bind_to_address=127.0.0.1
[tcp]
enabled=true
port=$2
bind_to_address=127.0.0.1
[stream]
port=$1
bind_to_address=127.0.0.1
source=pipe://$folder/sound?name=default
[logging]
sink=stdout
TEXT
snapserver -c conf >log 2>&1 &
server=$!
cat >ask.mjs <<'JS'
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const [streamPort, controlPort] = process.argv.slice(2).map(Number);
const id = '02:00:00:00:00:01';

async function open(port) {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries > 100) throw error;
      await wait(100);
    }
  }
}

/** A message of the speakers' protocol: its head has the type, two times and the length of the rest. */
function message(type, rest) {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(type, 0);
  head.writeInt32LE(Math.floor(Date.now() / 1000), 6);
  head.writeInt32LE(Math.floor(Date.now() / 1000), 14);
  head.writeUInt32LE(rest.length, 22);
  return Buffer.concat([head, rest]);
}

async function call(method, params) {
  const socket = await open(controlPort);
  let text = '';
  socket.setEncoding('utf8').on('data', piece => (text += piece));
  socket.write(`${JSON.stringify({ id: 1, jsonrpc: '2.0', method, params })}\r\n`);
  while (!text.includes('\n')) await wait(20);
  socket.destroy();
  const { error, result } = JSON.parse(text);
  if (error) return error.data;
  return result.server?.groups.flatMap(group => group.clients.map(client => client.id)) ?? 'ok';
}

const words = { Arch: 'x', ClientName: 'Snapclient', HostName: 'kitchen', ID: id, Instance: 1, MAC: id, OS: 'x' };
const hello = Buffer.from(JSON.stringify({ ...words, SnapStreamProtocolVersion: 2, Version: '0.26.0' }));
const length = Buffer.alloc(4);
length.writeUInt32LE(hello.length);
let heard = 0;
async function join() {
  const speaker = await open(streamPort);
  speaker.on('data', bytes => (heard += bytes.length));
  speaker.write(message(5, Buffer.concat([length, hello])));
  await wait(2000);
  return speaker;
}

const sound = createWriteStream('sound');
const noise = setInterval(() => sound.write(randomBytes(19_200)), 100);

/** Whether a second brings more than half of what a second of sound is. */
async function plays() {
  const before = heard;
  await wait(1000);
  return heard - before > 96_000 ? 'plays' : 'is silent';
}

const speaker = await join();
const volume = { id, volume: { percent: 20, muted: false } };
console.log(`before: ${await plays()}, SetVolume: ${await call('Client.SetVolume', volume)}`);
console.log(`DeleteClient: [${await call('Server.DeleteClient', { id })}]`);
await wait(2000);
console.log(`after: ${await plays()}, SetVolume: ${await call('Client.SetVolume', volume)}`);
speaker.write(message(4, Buffer.alloc(8)));
await wait(500);
console.log(`it asked for the time: ${await plays()}, in the list: [${await call('Server.GetStatus', {})}]`);
speaker.destroy();
await join();
console.log(`connected anew: in the list: [${await call('Server.GetStatus', {})}]`);
clearInterval(noise);
process.exit();
JS
snapserver --version | head -n 1
timeout 60 node ask.mjs "$1" "$2" >seen
cat seen
cat >expected <<'TEXT'
before: plays, SetVolume: ok
DeleteClient: []
after: plays, SetVolume: Client not found
it asked for the time: plays, in the list: []
connected anew: in the list: [02:00:00:00:00:01]
TEXT
diff expected seen
