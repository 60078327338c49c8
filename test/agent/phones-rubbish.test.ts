import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import type { FakeClient } from '../fakes/phones/client.js';
import { checkSound } from '../rigs/agent/ear.js';
import { checkKeepsUp, markPlace } from '../rigs/agent/place.js';
import { halfClose, openPhone, rawOf } from '../fakes/phones/rude.js';

const UPGRADE =
  'GET /control HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const CALL = '{"jsonrpc":"2.0","id":"torn","method":"state.get"}';

/** A text frame as a client sends it (RFC 6455, section 5.2), masked with zeros. */
function toFrame(text: string | Buffer, opcode = 0x81): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(payload.length < 126 ? 2 : 10);
  header[0] = opcode;
  header[1] = 0x80 | (payload.length < 126 ? payload.length : 127);
  if (payload.length >= 126) header.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

const nested = (depth: number): string => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;

/** By name: bytes on an open session, and how it must end; null: it stays, and the next call is answered. */
const FRAMES: readonly (readonly [string, Buffer, RegExp | null])[] = [
  [
    'nested as deep as fits',
    toFrame(`{"jsonrpc":"2.0","id":1,"method":"state.get","params":${nested(8_000)}}`),
    null,
  ],
  ['nested and never closed', toFrame('['.repeat(65_000)), null],
  ['a number without end', toFrame(`{"jsonrpc":"2.0","id":1e${'9'.repeat(60_000)}}`), null],
  ['one byte too many', toFrame(CALL.padEnd(65_537)), /^1009$/],
  ['a gigabyte announced', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]), /^1009$/],
  ['not UTF-8', toFrame(Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22])), /^1007$/],
  ['half a letter', toFrame(Buffer.from([0x22, 0xe2, 0x82])), /^1007$/],
  ['bytes instead of text', toFrame(CALL, 0x82), /^1003$/],
  ['a reserved opcode', toFrame(CALL, 0x8b), /^(1002|1006)$/],
  ['a piece of nothing', toFrame(CALL, 0x80), /^(1002|1006)$/],
  ['a close that lies', toFrame(Buffer.from([0x03, 0xed]), 0x88), /^(1002|1006|1005)$/],
];

t.test('torn, huge, deep, half-closed, and not even text, while the music plays', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 120, progressFrequency: null });
  const { agent, phone, token } = await rig.ready({ TONEARM_PROGRESS_SECONDS: '0' });
  const door = { port: agent.port, token };
  await phone.play({ sourceId: aStation(rig.sandbox) });
  const from = phone.seen.length;
  const mark = await markPlace(phone);
  const calls = rig.sandbox.requests.all.length;

  for (const [what, bytes, end] of FRAMES) {
    const client = await openPhone(door, what.slice(0, 60));
    rawOf(client).write(bytes);
    if (end !== null) t.match(String(await client.closed), end, what);
    else t.match(await client.call('state.get'), { result: { state: { silenceReason: null } } }, what);
    client.ws.terminate();
  }

  const frame = toFrame(CALL);
  const byBytes: FakeClient = await openPhone(door, 'byte by byte');
  for (const byte of frame) {
    rawOf(byBytes).write(Buffer.from([byte]));
    await new Promise(resolve => setImmediate(resolve));
  }
  t.match(await byBytes.next(), { id: 'torn', result: {} }, 'a frame in sixty pieces is a frame');
  rawOf(byBytes).write(frame.subarray(0, 9));
  rawOf(byBytes).end();
  t.ok(await byBytes.closed, 'and one that ends half way is the end');

  for (const bytes of [
    'GET / HTTP/1.1\r\n',
    UPGRADE,
    `${UPGRADE}${toFrame('{"js').toString('latin1')}`,
    'POST /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"js',
  ]) {
    await halfClose(door, bytes);
    t.pass(`let go: ${bytes.slice(0, 20).trim()} …`);
  }

  for (let count = 0; count < 40; count += 1) {
    const client = await openPhone(door, `noise ${count}`);
    rawOf(client).write(randomBytes(1 + count * 97));
    rawOf(client).end();
    await once(client.ws, 'close');
  }

  t.match(await phone.call('player.setVolume', { volume: 33 }), { revision: Number });
  t.strictSame(
    phone.seen.slice(from).filter(({ state }) => !isSounding(state)),
    [],
    'heard without a break',
  );
  await checkSound(t, rig, phone, 'and it is where phones are told');
  await checkKeepsUp(t, phone, mark);
  t.equal(rig.sandbox.requests.all.length, calls, 'the service was not bothered');
  t.equal(agent.child.exitCode, null);
  t.equal(agent.stderr, '');
  t.notMatch(agent.stdout, /"level":"(error|fatal)"/);
});
