import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { toAgentEnvironment } from '../../src/cli/demo/environment.js';
import { createFolder } from '../../src/cli/demo/folder.js';
import { findFreePort, findHosts } from '../../src/cli/demo/network.js';
import { hasSound } from '../../src/cli/demo/sound.js';
import { pairAsVisitor } from '../../src/cli/demo/visitor.js';
import { parseConfig } from '../../src/config/config.js';
import { listen } from '../rigs/cli/listen.js';

t.test('a taken port is passed over', async t => {
  const taken = createServer().listen(0);
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const found = await findFreePort(port);
  t.not(found, port);
  t.ok(found > 0);
  taken.close();
  await once(taken, 'close');
  t.equal(await findFreePort(port), port);
});

t.test('addresses that phones reach: no loopback, no bridges of containers, at least one', async t => {
  const entry = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({
    address,
    family,
    internal,
  });
  const interfaces = {
    lo: [entry('127.0.0.1', 'IPv4', true)],
    docker0: [entry('172.17.0.1', 'IPv4')],
    wlan0: [entry('fe80::1', 'IPv6'), entry('192.168.1.5', 'IPv4')],
    eth0: [entry('10.0.0.5', 'IPv4')],
  } as unknown as NodeJS.Dict<import('node:os').NetworkInterfaceInfo[]>;
  t.same(findHosts(interfaces, 'kitchen.lan'), {
    addresses: ['192.168.1.5', '10.0.0.5'],
    localName: 'kitchen.local',
  });
  t.same(findHosts({}, 'kitchen').addresses, ['127.0.0.1']);
  const only6 = {
    eth0: [entry('fe80::1', 'IPv6'), entry('fd00::5', 'IPv6')],
  } as unknown as typeof interfaces;
  t.same(findHosts(only6, 'kitchen').addresses, ['[fd00::5]'], 'a network without IPv4');
});

t.test('a sound card without a device file is none', async t => {
  const folder = t.testdir({
    none: {},
    controls: { controlC0: '', timer: '' },
    card: { pcmC0D0p: '', pcmC0D0c: '' },
  });
  t.equal(hasSound({}, join(folder, 'absent')), false);
  t.equal(hasSound({}, join(folder, 'none')), false);
  t.equal(hasSound({}, join(folder, 'controls')), false);
  t.equal(hasSound({}, join(folder, 'card')), true);
  t.equal(hasSound({ PULSE_SERVER: 'tcp:desk' }, join(folder, 'none')), true);
  writeFileSync(join(folder, 'pipewire-0'), '');
  t.equal(hasSound({ XDG_RUNTIME_DIR: folder }, join(folder, 'none')), true);
});

t.test('the folder begins empty and goes at the end', async t => {
  const XDG_STATE_HOME = t.testdir();
  const folder = createFolder({ XDG_STATE_HOME }, 1);
  writeFileSync(folder.logFile, 'x');
  t.equal(existsSync(createFolder({ XDG_STATE_HOME }, 1).logFile), false);
  folder.remove();
  t.equal(existsSync(folder.path), false);
});

t.test("the demo's agent has a good configuration, and nothing of an installed agent's", async t => {
  const folder = createFolder({ XDG_STATE_HOME: t.testdir() }, 1);
  const settings = {
    folder,
    url: 'http://10.0.0.5:1',
    port: 1,
    service: { url: 'http://10.0.0.5:2', clientId: 'demo', clientSecret: 'x' },
    token: 'x'.repeat(32),
  };
  const own = {
    HOME: '/home/someone',
    TONEARM_CONTROL_ACCESS: 'open',
    TONEARM_STATE_DIR: '/var/lib/tonearm',
    TONEARM_AUDIO_DEVICE: 'alsa/x',
    TONEARM_MPD_HOST: '127.0.0.1',
    TONEARM_MPD_PORT: '6601',
    NOTIFY_SOCKET: '/run/systemd/notify',
  };
  const { config, warnings } = parseConfig(toAgentEnvironment(own, { ...settings, silent: true }));
  t.same(warnings, []);
  t.match(config, {
    control: { access: 'paired' },
    stateDir: folder.stateDir,
    redirectUri: 'http://10.0.0.5:1/pair/callback',
    mpv: { audioOutput: 'null', audioDevice: 'alsa/x' },
    mpd: { host: '127.0.0.1', port: 6601 },
    systemd: { notifySocket: null },
  });
  const loud = parseConfig(toAgentEnvironment(own, { ...settings, silent: false }));
  t.equal(loud.config.mpv.audioOutput, null);
});

t.test('pairs as a browser does, and says which step failed', async t => {
  const speaker = createHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://speaker.test');
    if (request.method === 'POST' && pathname === '/pair/start') {
      response.writeHead(303, { location: 'http://service.test/authorize?state=1' }).end();
    } else if (pathname === '/pair/callback' && searchParams.get('code') === 'good') {
      response.end('<a href="/#token=abc-123_x">Open the remote</a>');
    } else {
      response.writeHead(400).end('no');
    }
  });
  const speakerUrl = `http://127.0.0.1:${await listen(t, speaker)}`;
  const visit = (url: string, code: string): Promise<string> =>
    pairAsVisitor({
      speakerUrl: url,
      consent: async authorizeUrl => {
        t.equal(authorizeUrl, 'http://service.test/authorize?state=1');
        return `${speakerUrl}/pair/callback?code=${code}`;
      },
    });
  t.equal(await visit(speakerUrl, 'good'), 'abc-123_x');
  await t.rejects(visit(speakerUrl, 'bad'), {
    exitCode: 1,
    message: /return from the music service was answered with HTTP 400/,
  });
  await t.rejects(visit(`${speakerUrl}/nowhere`, 'good'), {
    exitCode: 1,
    message: /pair\/start answered HTTP 400/,
  });
});
