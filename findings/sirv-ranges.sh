#!/bin/sh
# sirv answers a request for a file's last bytes with its first ones, and a request for one byte with the whole file.
#
# Versions: sirv 3.0.2; send 1.2.1 and http-server 14.1.1 as the neighbours; Node 20.
# A good guess: `bytes=-128` is the last 128 bytes, where an ID3v1 tag stands, and `bytes=0-0` is one byte, which a player
# asks for to learn a track's length (RFC 9110, section 14.1.2).
# What happens: sirv takes the missing start for 0 and the end 0 for a missing one. The answer is a 206 whose Content-Range
# is true, so nothing fails: the reader gets other bytes than it asked for, or a whole track. http-server refuses the last
# bytes with 416. send does both as it should.
# What follows: read Content-Range before the body of a 206, and ask for the last bytes by their numbers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sirv@3.0.2 send@1.2.1 http-server@14.1.1 >/dev/null
mkdir music
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import httpServer from 'http-server';
import send from 'send';
import sirv from 'sirv';

writeFileSync('music/track.mp3', Buffer.alloc(1000, 1));
const bySirv = sirv('music');
const servers = {
  sirv: createServer((request, response) => bySirv(request, response)),
  send: createServer((request, response) => send(request, request.url, { root: 'music' }).pipe(response)),
  'http-server': httpServer.createServer({ root: 'music' }).server,
};
for (const [name, server] of Object.entries(servers)) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/track.mp3`;
  for (const range of ['bytes=-128', 'bytes=0-0', 'bytes=500-509']) {
    const answer = await fetch(url, { headers: { range } });
    const { byteLength } = await answer.arrayBuffer();
    console.log(name, range, answer.status, answer.headers.get('content-range'), byteLength);
  }
  server.close();
}
JS
node --no-deprecation ask.mjs >seen
cat seen
cat >expected <<'TEXT'
sirv bytes=-128 206 bytes 0-128/1000 129
sirv bytes=0-0 206 bytes 0-999/1000 1000
sirv bytes=500-509 206 bytes 500-509/1000 10
send bytes=-128 206 bytes 872-999/1000 128
send bytes=0-0 206 bytes 0-0/1000 1
send bytes=500-509 206 bytes 500-509/1000 10
http-server bytes=-128 416 null 0
http-server bytes=0-0 206 bytes 0-0/1000 1
http-server bytes=500-509 206 bytes 500-509/1000 10
TEXT
diff expected seen
