import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createArt } from '../../src/mpd/art.js';
import { valuesOf } from '../fakes/mpd/caller.js';
import { ITEM, openRoom, PLAYING } from '../rigs/mpd/room.js';

const reach = async (url: string) =>
  url.includes('forbidden') ? { detail: 'not there' } : { addresses: [{ address: '127.0.0.1', family: 4 }] };

async function openHost(t: Test, answer: RequestListener): Promise<string> {
  const host = createServer(answer).listen(0, '127.0.0.1');
  await once(host, 'listening');
  t.teardown(() => host.close());
  return `http://art.test:${(host.address() as AddressInfo).port}`;
}

const BYTES = Buffer.from(Array.from({ length: 10_000 }, (_, place) => place % 256));

t.test('A picture is fetched once and sent in parts', async t => {
  let asked = 0;
  const host = await openHost(t, (_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'image/png; x=y' }).end(BYTES);
  });
  const room = await openRoom(t, { mpd: { reach } });
  room.next({ ...PLAYING, item: { ...ITEM, artUrl: `${host}/a.png` } });
  const caller = await room.call();
  const { file } = valuesOf(await caller.ask('currentsong'));
  caller.socket.removeAllListeners('data');
  const read = async (line: string): Promise<Buffer> => {
    caller.write(`${line}\n`);
    let got = Buffer.alloc(0);
    while (!got.subarray(-3).equals(Buffer.from('OK\n')))
      got = Buffer.concat([got, ((await once(caller.socket, 'data')) as [Buffer])[0]]);
    return got;
  };
  const part = (head: string, bytes: Buffer) =>
    Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nOK\n')]);
  t.same(
    await read(`readpicture "${file}" 0`),
    part('size: 10000\ntype: image/png\nbinary: 8192\n', BYTES.subarray(0, 8192)),
  );
  t.same(await read(`albumart "${file}" 8192`), part('size: 10000\nbinary: 1808\n', BYTES.subarray(8192)));
  t.same(await read(`albumart "${file}" 10000`), part('size: 10000\nbinary: 0\n', Buffer.alloc(0)));
  t.same(await read('binarylimit 64'), Buffer.from('OK\n'));
  t.same(await read(`albumart "${file}" 0`), part('size: 10000\nbinary: 64\n', BYTES.subarray(0, 64)));
  t.equal(asked, 1);
});

t.test('A song without a picture has no file', async t => {
  const room = await openRoom(t);
  room.next({ ...PLAYING, item: { ...ITEM, artUrl: 'http://art.test/forbidden.png' } });
  const caller = await room.call();
  const { file } = valuesOf(await caller.ask('currentsong'));
  for (const line of [`albumart ${file} 0`, `readpicture ${file} 0`, 'albumart other 0'])
    t.match(await caller.ask(line), /^ACK \[50@0\] .* No file exists\n$/, line);
});

t.test('A picture comes only from where its addresses may lead', async t => {
  const host = await openHost(t, ({ url }, response) => {
    const is = (path: string): boolean => url === path;
    if (is('/away')) response.writeHead(302, { location: 'http://forbidden.test/a.png' }).end();
    else if (is('/round')) response.writeHead(302, { location: '/round' }).end();
    else if (is('/moved')) response.writeHead(302, { location: '/a.png' }).end();
    else if (is('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    else if (is('/none')) response.writeHead(404, { 'content-type': 'image/png' }).end('x');
    else if (is('/empty')) response.writeHead(200, { 'content-type': 'image/png' }).end();
    else if (is('/large')) response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(3e6));
    else response.writeHead(200, { 'content-type': 'image/png' }).end('png');
  });
  const art = createArt(reach);
  t.match(await art.read(`${host}/moved`), { type: 'image/png', bytes: Buffer.from('png') });
  for (const path of ['/away', '/round', '/page', '/none', '/empty', '/large'])
    t.equal(await art.read(`${host}${path}`), null, path);
  for (const url of [
    'not an address',
    'ftp://art.test/a',
    'data:image/png;base64,AA==',
    'http://art.test:1/a',
  ])
    t.equal(await art.read(url), null, url);
});

t.test('A picture that cannot be had is not asked for again at once', async t => {
  let asked = 0;
  const host = await openHost(t, (_, response) => {
    asked += 1;
    response.writeHead(404).end();
  });
  const art = createArt(reach, () => 0);
  await art.read(`${host}/0`);
  await art.read(`${host}/0`);
  t.equal(asked, 1, 'a failure counts for a while');
});
