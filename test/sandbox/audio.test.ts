import { createHash } from 'node:crypto';
import { request } from 'node:http';
import t from 'tap';
import { createScenery } from '../../src/sandbox/scenery/scenery.js';
import { type Caller, CURRENT, dig, SET_SOURCE, visit } from './caller.js';

/** Of a hundred seconds of a piece, made without a memory of what sounded before. */
const GOLDEN = '76bb866ace8d6a3acb2776468d8eb31a5df27532dff6139da7ba39f574b97fb6';

async function addressOf({ ask }: Caller, sourceId = 'ST:1001:5000'): Promise<string> {
  const { data } = await ask(SET_SOURCE, { d: 'device', s: sourceId });
  return String(dig(data, 'playback', 'setSource', 'current', 'audioUrl'));
}

async function bytes(url: string, range?: string): Promise<Buffer> {
  const response = await fetch(url, range === undefined ? {} : { headers: { range } });
  return Buffer.from(await response.arrayBuffer());
}

t.test('a piece is a WAV file whose ranges are slices of the whole', async t => {
  const caller = await visit(t, { trackSeconds: 2.5 });
  const url = await addressOf(caller);
  const whole = await bytes(url);
  t.equal(whole.toString('latin1', 0, 4), 'RIFF');
  t.equal(whole.toString('latin1', 8, 16), 'WAVEfmt ');
  t.equal(whole.readUInt16LE(20), 1, 'PCM');
  t.equal(whole.readUInt16LE(22), 2, 'stereo');
  t.equal(whole.readUInt16LE(34), 16);
  t.equal(whole.readUInt32LE(4), whole.length - 8);
  t.equal(whole.readUInt32LE(40), whole.length - 44);
  t.equal((whole.length - 44) / 4 / whole.readUInt32LE(24), 2.5, 'seconds');

  const end = whole.length;
  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, end],
    ['bytes=3-50', 3, 51],
    ['bytes=44-47', 44, 48],
    ['bytes=45-131117', 45, 131_118],
    ['bytes=100001-', 100_001, end],
    [`bytes=${end - 1}-${end + 50}`, end - 1, end],
    ['bytes=-7', end - 7, end],
    [`bytes=-${end + 9}`, 0, end],
  ];
  for (const [range, from, to] of parts) {
    const response = await fetch(url, { headers: { range } });
    const body = Buffer.from(await response.arrayBuffer());
    t.equal(response.status, 206, range);
    t.equal(response.headers.get('content-range'), `bytes ${from}-${to - 1}/${end}`);
    t.ok(body.equals(whole.subarray(from, to)), `${range} is a slice`);
  }
  for (const range of [`bytes=${end}-`, 'bytes=-0']) {
    const response = await fetch(url, { headers: { range } });
    t.equal(response.status, 416, range);
    t.equal(response.headers.get('content-range'), `bytes */${end}`);
  }
  for (const range of ['bytes=5-4', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6', 'rubbish']) {
    const response = await fetch(url, { headers: { range } });
    t.equal(response.status, 200, range);
    t.equal((await response.arrayBuffer()).byteLength, end);
  }
});

t.test('The sandbox makes a long piece once, and it sounds the same', async t => {
  const [whole, parts, behind] = [1, 2, 3].map(() => createScenery().recordingOf('TR:30001', 100));
  const read = (recording: typeof whole, from: number, to: number) =>
    Buffer.concat([...(recording?.read(from, to) ?? [])]);
  const all = read(whole, 0, whole?.bytes ?? 0);
  t.equal(
    createHash('sha256').update(all).digest('hex'),
    GOLDEN,
    'to the last bit what each of its moments is by itself',
  );
  for (const [from, to] of [
    [0, 1_000_001],
    [1_000_001, 9_000_003],
    [9_000_003, all.length],
  ] as const)
    t.ok(read(parts, from, to).equals(all.subarray(from, to)), `${from} to ${to}`);
  t.ok(read(behind, 12_345_678, all.length).equals(all.subarray(12_345_678)), 'begun far behind');
});

t.test('HEAD, If-Range, type, and no extension', async t => {
  const caller = await visit(t, { trackSeconds: 1 });
  const url = await addressOf(caller);
  const head = await fetch(url, { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal(head.headers.get('content-type'), 'audio/wav');
  t.equal(head.headers.get('accept-ranges'), 'bytes');
  t.equal(Number(head.headers.get('content-length')), (await bytes(url)).length);
  t.notMatch(new URL(url).pathname, /\./);
  const etag = head.headers.get('etag') ?? '';
  const range = { range: 'bytes=0-3' };
  t.equal((await fetch(url, { headers: { ...range, 'if-range': etag } })).status, 206);
  t.equal((await fetch(url, { headers: { ...range, 'if-range': '"other"' } })).status, 200);
});

t.test('pieces are never silent, differ from each other and stay the same', async t => {
  const caller = await visit(t, { trackSeconds: 6 });
  const sounds = new Set<string>();
  const rates = new Set<number>();
  for (const sourceId of ['TR:30000', 'TR:30001', 'TR:30002', 'TR:30020', 'TR:30040']) {
    const whole = await bytes(await addressOf(caller, sourceId));
    t.ok(whole.equals(await bytes(await addressOf(caller, sourceId))), 'the same each time');
    sounds.add(whole.toString('base64', 44, 4044));
    rates.add(whole.readUInt32LE(24));
    const samples = new Int16Array(
      whole.buffer.slice(whole.byteOffset + 44, whole.byteOffset + whole.length),
    );
    const window = 960;
    let quietest = 32_768;
    for (let at = 0; at < samples.length - window; at += window) {
      const loudest = samples
        .subarray(at, at + window)
        .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      quietest = Math.min(quietest, loudest);
    }
    t.ok(quietest > 300, `the quietest hundredth of a second reaches ${quietest}`);
  }
  t.equal(sounds.size, 5);
  t.ok([...rates].every(rate => rate === 44_100 || rate === 48_000));
});

t.test('every look lends a fresh address, good byte for byte until it lapses', async t => {
  let nowMs = 0;
  const caller = await visit(t, { trackSeconds: 1, now: () => nowMs });
  const station = await addressOf(caller);
  const again = String(
    dig((await caller.ask(CURRENT, { d: 'device' })).data, 'playback', 'current', 'audioUrl'),
  );
  t.not(again, station);
  t.match(station, /[?&]token=[\w+/]*\+[\w+/]*/);
  t.match(station, /=$/);
  const status = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
  t.equal(await status(station), 200);
  t.equal(await status(again), 200, 'the older one is good as well');
  t.equal(await status(station.replaceAll('+', '%2B')), 403);
  t.equal(await status(station.replace(/=+$/, '')), 403);
  const album = await addressOf(caller, 'AL:3000');
  nowMs = 300_000;
  t.equal(await status(album), 403, 'on demand after five minutes');
  t.equal(await status(station), 200);
  nowMs = 3_600_000;
  t.equal(await status(station), 403, 'of a station after an hour');
  const fresh = await addressOf(caller);
  t.equal(await status(fresh), 200);
  caller.sandbox.expireAudioUrls();
  t.equal(await status(fresh), 403);
});

t.test('a piece of two hours is served from its end without being made whole', async t => {
  const caller = await visit(t, { trackSeconds: 7200 });
  const url = await addressOf(caller);
  const tail = await bytes(url, 'bytes=-1000');
  t.equal(tail.length, 1000);
  t.ok(tail.some(byte => byte !== 0));
  // A client that goes away in the middle disturbs nobody.
  await new Promise<void>(resolve => {
    const asking = request(url, response =>
      response.once('data', () => response.destroy()).once('close', resolve),
    );
    asking.end();
  });
  t.equal((await fetch(url, { method: 'HEAD' })).status, 200);
});
