import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { parseSpeakers } from '../../src/cli/ctl/speakers.js';
import { parseUrl } from '../../src/cli/ctl/url.js';
import { BROWSER, parseSightings } from '../../src/contract/sightings.js';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { run } from '../rigs/cli/run.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';

const TXT = '"txtvers=1" "proto=1" "id=u1" "path=/control" "tls=0"';

t.test('Each service that Avahi sees becomes one speaker with its surest address', async t => {
  const lines = [
    '+;eth0;IPv4;Kitchen;_tonearm._tcp;local',
    `=;eth0;IPv6;K\\195\\188che;_tonearm._tcp;local;k.local;fe80::1;8710;${TXT}`,
    `=;eth0;IPv6;K\\195\\188che;_tonearm._tcp;local;k.local;2001:db8::5;8710;${TXT}`,
    `=;eth0;IPv4;K\\195\\188che;_tonearm._tcp;local;k.local;192.0.2.7;8710;${TXT}`,
    '=;eth0;IPv4;Bath\\032\\059\\034;_tonearm._tcp;local;b.local;192.0.2.8;443;"id=u2" "tls=1" "path=/x/control"',
    '=;eth0;IPv6;Attic;_tonearm._tcp;local;a.local;fe80::2;8710;"id=u3"',
    '=;eth0;IPv4;Evil;_tonearm._tcp;local;e.local;192.0.2.9;99999999;"id=u4"',
    '=;eth0;IPv4;Odd;_tonearm._tcp;local;o.local;192.0.2.10;1;"id=u5" "path=//elsewhere.example/"',
    'rubbish',
    '',
  ];
  t.same(parseSpeakers(lines.join('\n')), [
    {
      name: 'Attic',
      deviceUuid: 'u3',
      url: 'ws://a.local:8710/control',
      host: 'a.local',
      others: [],
    },
    {
      name: 'Bath ;"',
      deviceUuid: 'u2',
      url: 'wss://192.0.2.8:443/x/control',
      host: 'b.local',
      others: [],
    },
    {
      name: 'Küche',
      deviceUuid: 'u1',
      url: 'ws://192.0.2.7:8710/control',
      host: 'k.local',
      others: [
        { name: 'Küche', url: 'ws://[2001:db8::5]:8710/control', host: 'k.local' },
        { name: 'Küche', url: 'ws://k.local:8710/control', host: 'k.local' },
      ],
    },
    {
      name: 'Odd',
      deviceUuid: 'u5',
      url: 'ws://192.0.2.10:1//elsewhere.example/',
      host: 'o.local',
      others: [],
    },
  ]);
  t.same(parseSpeakers(''), []);
});

t.test('A name that holds backslashes comes out as it was published', { skip: whyNoAvahi() }, async t => {
  const avahi = createPrivateAvahi(t);
  await avahi.begin();
  const name = '\\065 room \\\\ 1.2 \\Küche';
  const args = ['-s', name, '_tonearm._tcp', '8710', 'id=u9'];
  const publisher = spawn('avahi-publish', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  t.teardown(() => publisher.kill('SIGKILL'));
  await once(publisher.stderr, 'data');
  const { program, args: words, environment } = BROWSER;
  const browsed = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const told = await text(browsed.stdout);
  t.match(parseSightings(told), [{ name }], told);
});

t.test('an address may be written in many ways, and nothing secret in it is sent on', async t => {
  const rows: [string, string][] = [
    ['kitchen.local', 'ws://kitchen.local:8710/control'],
    ['kitchen.local:9', 'ws://kitchen.local:9/control'],
    ['http://kitchen.local', 'ws://kitchen.local:8710/control'],
    ['http://kitchen.local:80/', 'ws://kitchen.local:80/control'],
    ['https://kitchen.example/', 'wss://kitchen.example:443/control'],
    ['http://k:8710/#invite=secret', 'ws://k:8710/control'],
    ['http://user:pass@k:1/?token=x', 'ws://k:1/control'],
    ['ws://[::1]:8710/control', 'ws://[::1]:8710/control'],
    ['wss://k/deep/control', 'wss://k:443/deep/control'],
  ];
  for (const [text, url] of rows) t.equal(parseUrl(text), url, text);
  for (const text of ['', 'ftp://k', 'http://', 'a b', 'file:///etc/passwd']) {
    t.throws(() => parseUrl(text), { exitCode: 64, message: /--url must be an address/ }, text);
  }
});

t.test(
  'ctl finds the only speaker, and asks which of several',
  { skip: whyNoAvahi() || whyNotElsewhere() },
  async t => {
    const avahi = createPrivateAvahi(t);
    await avahi.begin();
    const device = await startFakeDevice();
    t.teardown(device.stop);
    const folder = t.testdir();
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      DBUS_SYSTEM_BUS_ADDRESS: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '',
    };
    t.match(await run(['ctl', 'volume'], env), { code: 1, stderr: /no speaker answers/ });
    const publish = (name: string, id: string): (() => Promise<void>) => {
      const port = String(device.server.port);
      const child = spawn(
        'avahi-publish',
        ['-s', name, '_tonearm._tcp', port, `id=${id}`, 'path=/control', 'tls=0'],
        {
          env,
          stdio: 'ignore',
        },
      );
      const gone = once(child, 'exit');
      return async () => {
        child.kill('SIGKILL');
        await gone;
      };
    };
    const withdraw = [publish('Kitchen', 'd0')];
    t.teardown(() => Promise.all(withdraw.map(end => end())));
    await avahi.resolve('Kitchen');
    const at = `127.0.0.1:${device.server.port}`;
    const withToken = { ...env, TONEARM_CONTROL_TOKEN: FIXED_TOKEN };
    // Anybody may say that it is the speaker; without TLS a token is used at an address that its owner named.
    t.match(await run(['ctl', 'volume'], withToken), {
      code: 1,
      stderr: /"Kitchen" answers without TLS.*\n→ .*--url/,
    });
    t.match(await run(['ctl', 'volume', '--url', at], withToken), { code: 0, stdout: '35\n' });
    const { result } = await callByHttp(device.origin, FIXED_TOKEN, 'access.invite');
    t.match(await run(['ctl', 'claim', String(result?.['code']), '--url', at], env), { code: 0 });
    // From now on it is found by its name, and asked where the token came from.
    t.match(await run(['ctl', 'volume'], env), { code: 0, stdout: '35\n' });
    withdraw.push(publish('Bath', 'd1'));
    await avahi.resolve('Bath');
    t.match(await run(['ctl', 'volume'], env), {
      code: 64,
      stderr: /choose one with --device: "Bath", "Kitchen"/,
    });
    t.match(await run(['ctl', 'volume', '--device', 'kitchen'], env), { code: 0, stdout: '35\n' });
    t.match(await run(['ctl', 'volume', '--device', 'd0'], env), { code: 0 });
    t.match(await run(['ctl', 'volume', '--device', 'Attic'], env), {
      code: 1,
      stderr: /, only "Bath"/,
    });
    await avahi.end('both');
    t.match(
      await run(['ctl', 'volume'], env),
      { code: 0, stdout: '35\n' },
      'the only known one, at its address',
    );
    t.match(await run(['ctl', 'volume', '--device', 'Attic'], env), {
      code: 1,
      stderr: /cannot look for speakers/,
    });
  },
);
