import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t from 'tap';
import { WebSocket } from 'ws';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { connectClient } from '../fakes/phones/client.js';

const LONG = 'x'.repeat(100_000);
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const UPGRADE = `Connection: Upgrade\r\nUpgrade: websocket\r\n${KEY}`;

/** What comes back for these bytes until the other side closes, or is silent for half a second once it has begun. */
async function sendRaw(
  port: number,
  bytes: string | Buffer,
  silenceMs: number,
  { secure = false } = {},
): Promise<string> {
  const at = { port, host: '127.0.0.1' };
  const socket: Socket = secure ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
  let answer = '';
  socket.on('data', part => {
    answer += part.toString('latin1');
    socket.setTimeout(500);
  });
  socket.on('error', () => undefined);
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return answer.split('\r\n')[0] ?? '';
}

t.test('rubbish from the network hurts nobody', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone, token } = await rig.ready();
  await phone.play({ sourceId: aStation(rig.sandbox) });
  const { port } = agent;
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const stillServes = async (what: string) => {
    t.match(await phone.call('state.get'), { state: { silenceReason: null } }, what);
    t.equal((await fetch(`${agent.url}/healthz`)).status, 200);
  };

  t.test('requests', async t => {
    const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
      ['torn', 'GET / HT', /^$/],
      ['torn in the headers', `GET / HTTP/1.1\r\n${host}X-`, /^$/],
      ['no HTTP at all', '\0\xff\x16\x03\x01\r\n\r\n', / 400 /],
      ['a huge header', `GET / HTTP/1.1\r\n${host}X: ${LONG}\r\n\r\n`, / 431 /],
      ['a huge path', `GET /${LONG} HTTP/1.1\r\n${host}\r\n`, / (414|431) /],
      ['no host', 'GET / HTTP/1.1\r\n\r\n', / 4\d\d /],
      ['a foreign host', 'GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n', / 421 /],
      ['a strange path', `GET //../%ZZ%00?%%% HTTP/1.1\r\n${host}\r\n`, / 4\d\d /],
      ['an absolute target', `GET http://evil.test/ HTTP/1.1\r\n${host}\r\n`, / (4\d\d|200) /],
      ['a strange method', `PROPFIND / HTTP/1.1\r\n${host}\r\n`, / 4\d\d /],
      ['a foreign origin', `POST /pair/start HTTP/1.1\r\n${host}Origin: http://evil.test\r\n\r\n`, / 403 /],
      ['cross-site', `POST /pair/start HTTP/1.1\r\n${host}Sec-Fetch-Site: cross-site\r\n\r\n`, / 403 /],
      ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`, / 400 /],
      [
        'a body too large',
        `POST /pair/address HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n${LONG}`,
        / 4\d\d /,
      ],
      ['a foreign page upgrades', `GET /control HTTP/1.1\r\n${host}${UPGRADE}Origin: null\r\n\r\n`, / 403 /],
      ['an upgrade elsewhere', `GET /other HTTP/1.1\r\n${host}${UPGRADE}\r\n`, / 4\d\d /],
      [
        'an upgrade without a key',
        `GET /control HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
        / 4\d\d /,
      ],
      [
        'a raw frame that breaks the rules',
        Buffer.from(`GET /control HTTP/1.1\r\n${host}${UPGRADE}\r\n\xf7\xff\xff`, 'latin1'),
        / 101 /,
      ],
    ];
    for (const [what, bytes, expected] of cases) {
      const silenceMs = expected.test('') ? 500 : 30_000;
      t.match(await sendRaw(port, bytes, silenceMs), expected, what);
    }
    await stillServes('after the requests');
  });

  t.test('in one packet, behind a request that is not answered yet', async t => {
    const asks = {
      GET: `GET / HTTP/1.1\r\n${host}\r\n`,
      POST: `POST /rpc HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    };
    const behind = {
      'another protocol': `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      'another, by POST': `POST /rpc HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 0\r\n\r\n`,
      'another, of a foreign host':
        'GET / HTTP/1.1\r\nHost: evil.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      'a good handshake': `GET /control HTTP/1.1\r\n${host}${UPGRADE}\r\n`,
      'a bad handshake': `GET /control HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      'a tunnel': `CONNECT evil.test:1 HTTP/1.1\r\n${host}\r\n`,
      rubbish: 'rubbish\r\n\r\n',
    };
    for (const secure of [false, true]) {
      for (const [first, ask] of Object.entries(asks)) {
        for (const [what, bytes] of Object.entries(behind)) {
          const answer = await sendRaw(port, ask + bytes, 30_000, { secure });
          t.match(answer, /^(HTTP\/1\.1 [2345]\d\d .*)?$/, `${what} behind a ${first}, TLS: ${secure}`);
          t.notMatch(answer, ' 101 ');
        }
      }
    }
    await stillServes('after the packets');
  });

  t.test('frames', async t => {
    const url = `${agent.url.replace('http', 'ws')}/control`;
    const rude = await connectClient(url);
    t.match(await rude.next(), {
      method: 'server.hello',
      params: { protocol: { min: 1, max: 2 }, auth: 'token' },
    });
    t.match(await rude.call('state.get'), { error: { code: 1001, data: { reason: 'unauthorized' } } });
    for (const token of [undefined, '', 'x', LONG.slice(0, 5_000), 7]) {
      const params = { protocol: 1, client: { name: 'rude' }, token };
      t.match(await rude.call('session.open', params), { error: { code: /^(1001|-32602)$/ } });
    }
    t.match(await rude.call('session.open', { protocol: 9, client: { name: 'rude' }, token }), {
      error: { code: -32602, data: { min: 1, max: 2 } },
    });
    t.match(await rude.call('session.open', { protocol: 1, client: { name: '\u0007' }, token }), {
      error: { code: -32602 },
    });
    t.match(await rude.call('session.open', { protocol: 1, client: { name: 'rude' }, token }), {
      result: { protocol: 1 },
    });
    const frames: readonly (readonly [string, number])[] = [
      ['', -32700],
      ['{', -32700],
      ['nonsense', -32700],
      ['[]', -32600],
      ['[{"jsonrpc":"2.0","id":1,"method":"state.get"}]', -32600],
      ['null', -32600],
      ['7', -32600],
      ['{"id":"a","method":"state.get"}', -32600],
      ['{"jsonrpc":"2.0","id":"a","method":7}', -32600],
      ['{"jsonrpc":"2.0","id":"a","method":"no.such"}', -32601],
      ['{"jsonrpc":"2.0","id":"a","method":"__proto__"}', -32601],
      ['{"jsonrpc":"2.0","id":"a","method":"state.get","params":[]}', -32602],
      ['{"jsonrpc":"2.0","id":"a","method":"player.setVolume","params":{"volume":101}}', -32602],
      ['{"jsonrpc":"2.0","id":"a","method":"player.setVolume","params":{"volume":"9"}}', -32602],
      ['{"jsonrpc":"2.0","id":"a","method":"player.setVolume","params":{"volume":1,"offset":1}}', -32602],
      ['{"jsonrpc":"2.0","id":"a","method":"player.setMuted","params":{"muted":1}}', -32602],
      ['{"jsonrpc":"2.0","id":"a","method":"library.search","params":{}}', -32602],
      ['{"jsonrpc":"2.0","id":"a","method":"library.collection","params":{"limit":51}}', -32602],
    ];
    for (const [frame, code] of frames) {
      rude.send(frame);
      t.match(await rude.next(), { error: { code } }, frame.slice(0, 70));
    }
    rude.send(
      `{"jsonrpc":"2.0","id":"deep","method":"state.get","params":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    );
    t.match(await rude.next(), { id: 'deep' }, 'depth is no harm');
    t.match(await rude.call('player.setVolume', { volume: 20, unknown: true }), { result: {} });
    const origin = new WebSocket(url, { origin: 'https://evil.test' });
    const [, refusal] = (await once(origin, 'unexpected-response')) as [unknown, { statusCode: number }];
    t.equal(refusal.statusCode, 403);
    origin.on('error', () => undefined).terminate();
    await stillServes('after the frames');
  });
  t.equal(agent.child.exitCode, null);
  t.equal(agent.stderr, '');
});
