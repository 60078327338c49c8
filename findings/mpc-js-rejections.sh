#!/bin/sh
# What mpc-js rejects with is no Error: it has neither a message nor a stack.
#
# Versions: mpc-js 2.1.1, Node 20; the server speaks MPD's protocol as far as this needs.
# A good guess: a refused command (`ACK`) rejects with an Error whose message is the server's.
# What happens: a plain object with `errorCode` and `errorMessage`; `error.message` is undefined.
# What follows: look for `errorMessage`; wrap it at the edge, before it meets code that logs errors.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund mpc-js@2.1.1 >/dev/null
cat >ask.mjs <<'JS'
import { createServer } from 'node:net';
import { MPC } from 'mpc-js';

const answers = { playid: 'ACK [50@0] {playid} No such song\n' };
const server = createServer(socket => {
  socket.write('OK MPD 0.23.5\n');
  socket.setEncoding('utf8');
  socket.on('data', text => {
    for (const [word] of text.trim().split('\n').map(line => line.split(' ')))
      if (word !== 'idle') socket.write(answers[word] ?? 'OK\n');
  });
});
server.listen(0, '127.0.0.1', async () => {
  const mpc = new MPC();
  await mpc.connectTCP('127.0.0.1', server.address().port);
  const reason = await mpc.playback.playId(7).then(() => 'played', refused => refused);
  console.log('an Error:', reason instanceof Error, '- message:', reason.message);
  console.log(JSON.stringify(reason));
  mpc.disconnect();
  server.close();
});
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
an Error: false - message: undefined
{"errorCode":50,"errorMessage":"No such song"}
TEXT
diff expected seen
