#!/bin/sh
# undici's RetryAgent goes on with a download after the file has changed: half the old file, half the new one.
#
# Versions: undici 7.30.2, Node 20.
# A good guess: a client that goes on at a byte makes sure that the file is still the same, by ETag or by Last-Modified
# (RFC 9110, section 13.1.5), and else begins anew or fails.
# What happens: it asks and compares only where the first answer had a strong ETag, and then fails with "ETag mismatch". With
# Last-Modified alone, or with a weak ETag, it puts the two halves together. The status is 200, and the length is right.
# What follows: compare the whole with a checksum, or read Last-Modified before and after.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund undici@7.30.2 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, RetryAgent, request } from 'undici';

const LENGTH = 100_000;
const CUT = 40_000;
const days = ['Sat, 28 Nov 2026 11:00:00 GMT', 'Sun, 29 Nov 2026 11:00:00 GMT'];

/** A server whose file is all "a" until the connection has broken at CUT, and all "b" from then on. */
async function serve(tags) {
  let version = 0;
  const server = createServer(({ headers: { range } }, response) => {
    const start = Number(/bytes=(\d+)-/.exec(range)?.[1] ?? 0);
    const body = Buffer.alloc(LENGTH, 'ab'[version]);
    response.writeHead(range ? 206 : 200, {
      'accept-ranges': 'bytes',
      'last-modified': days[version],
      'content-length': LENGTH - start,
      ...(tags && { etag: tags[version] }),
      ...(range && { 'content-range': `bytes ${start}-${LENGTH - 1}/${LENGTH}` }),
    });
    if (version === 1) return void response.end(body.subarray(start));
    version = 1;
    response.write(body.subarray(0, CUT), () => response.socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/track.mp3`, stop: () => server.close() };
}

const count = text => ['a', 'b'].map(letter => `${text.split(letter).length - 1} ${letter}`).join(', ');

for (const [name, tags] of Object.entries({
  'a strong ETag': ['"1"', '"2"'],
  'a weak ETag': ['W/"1"', 'W/"2"'],
  'Last-Modified alone': undefined,
})) {
  const { url, stop } = await serve(tags);
  const dispatcher = new RetryAgent(new Agent(), { maxRetries: 3, minTimeout: 10 });
  const { body } = await request(url, { dispatcher });
  console.log(`${name}:`, await body.text().then(count, ({ message }) => message));
  await dispatcher.close();
  stop();
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
a strong ETag: ETag mismatch
a weak ETag: 40000 a, 60000 b
Last-Modified alone: 40000 a, 60000 b
TEXT
diff expected seen
