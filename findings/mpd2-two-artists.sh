#!/bin/sh
# A song with two artists has no album, no length and no id for mpd-api, while it is the one that plays.
#
# Versions: mpd-api 1.1.2 with mpd2 1.0.7, Node 20; the server speaks MPD's protocol as far as this needs.
# A good guess: MPD sends a line for each artist, so `artist` is a list, as mpd-api's `queue.info` has it, or one of the two.
# What happens: `status.currentsong`, which is mpd2's `parseObject`, ends at the second line with the same key. The first artist
# is there; the second, and all that MPD sends after it, is not, without an error. For mpd2's `parseList`, the rest is another
# song.
# What follows: ask for the song by `queue.info`, or take the lines of `currentsong` apart.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund mpd-api@1.1.2 mpd2@1.0.7 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import mpdApi from 'mpd-api';
import mpd2 from 'mpd2';

let song;
const server = createServer(socket => {
  socket.write('OK MPD 0.23.5\n');
  let idle = false;
  createInterface(socket).on('line', line => {
    const [word] = line.trim().split(' ');
    if (word !== 'idle' && (word !== 'noidle' || idle))
      socket.write(`${['currentsong', 'playlistinfo'].includes(word) ? song : ''}OK\n`);
    idle = word === 'idle';
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { api } = await mpdApi.connect({ host: '127.0.0.1', port: server.address().port });

for (const artists of [['Ann'], ['Ann', 'Ben']]) {
  const names = artists.map(name => `Artist: ${name}`);
  song = ['file: a.flac', 'Title: Song', ...names, 'Album: Both', 'duration: 180.500', 'Id: 9', ''].join('\n');
  console.log(artists.join(' and '));
  console.log('  currentsong:', JSON.stringify(await api.status.currentsong()));
  console.log('  queue.info:', JSON.stringify(await api.queue.info()));
  console.log('  parseList:', JSON.stringify(mpd2.parseList(song)));
}
process.exit();
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
Ann
  currentsong: {"file":"a.flac","title":"Song","artist":"Ann","album":"Both","duration":180.5,"id":9}
  queue.info: [{"file":"a.flac","title":"Song","artist":"Ann","album":"Both","duration":180.5,"id":9}]
  parseList: [{"file":"a.flac","title":"Song","artist":"Ann","album":"Both","duration":180.5,"id":9}]
Ann and Ben
  currentsong: {"file":"a.flac","title":"Song","artist":"Ann"}
  queue.info: [{"file":"a.flac","title":"Song","artist":["Ann","Ben"],"album":"Both","duration":180.5,"id":9}]
  parseList: [{"file":"a.flac","title":"Song","artist":"Ann"},{"artist":"Ben","album":"Both","duration":180.5,"id":9}]
TEXT
diff expected seen
