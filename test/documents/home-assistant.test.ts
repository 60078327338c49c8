import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { blockOf, ROOT } from '../rigs/documents/pages.js';

const PAGE = 'docs/home-assistant.md';
const python = (script: readonly string[], input = '') =>
  spawnSync('python3', script, { input, encoding: 'utf8' });
const skip =
  noPlayer ||
  (python(['-c', 'import jinja2, yaml']).status !== 0 && 'python3-jinja2 or python3-yaml is missing') ||
  (spawnSync('curl', ['--version']).status !== 0 && 'curl is missing');

interface Request {
  readonly url?: string;
  readonly resource?: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content_type?: string;
  readonly payload: string;
}

interface Settings {
  readonly media_player: readonly {
    readonly commands: { readonly select_source: { readonly action: string; readonly data: object } };
  }[];
  readonly rest: readonly (Request & { readonly sensor: readonly Sensor[] })[];
  readonly rest_command: Readonly<Record<string, Request>>;
  readonly automation: readonly {
    readonly triggers: readonly { readonly webhook_id: string; readonly allowed_methods: string[] }[];
    readonly conditions: readonly { readonly value_template: string }[];
    readonly actions: readonly { readonly data: { readonly brightness_pct: string } }[];
  }[];
}

interface Sensor {
  readonly name: string;
  readonly value_template: string;
  readonly json_attributes_path?: string;
  readonly json_attributes?: readonly string[];
}

/** The block of YAML that begins with this word, its templates rendered. */
function read(word: string, token: string, variables: object = {}): Settings {
  const yaml = blockOf(PAGE, 'yaml', `${word}:\n`);
  const { status, stdout, stderr } = python(
    [join(ROOT, 'test/documents/home-assistant.py')],
    JSON.stringify({
      yaml,
      secrets: { tonearm_token: `Bearer ${token}`, tonearm_owner_token: `Bearer ${token}` },
      variables,
    }),
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Settings;
}

t.test('Home Assistant’s sensors and commands, by the page’s own lines', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 90 });
  const {
    agent,
    phone,
    token: owner,
  } = await rig.ready({
    TONEARM_REDIRECT_URI: 'http://kitchen.local:8710/pair/callback',
  });
  const { code } = (await phone.call('access.invite', { role: 'guest', digits: true })) as { code: string };
  const claimed = await callByHttp(agent.url, '', 'access.claim', { code, name: 'Home Assistant' });
  const token = String(claimed.result?.['token']);
  const ask = async ({ url, resource, method, headers, content_type, payload }: Request) => {
    const address = new URL(url ?? resource ?? '');
    t.equal(address.host, 'kitchen.local:8710');
    const response = await fetch(`${agent.url}${address.pathname}`, {
      method: method.toUpperCase(),
      // No connection is used again that the speaker may just be closing.
      headers: {
        ...headers,
        Connection: 'close',
        ...(content_type !== undefined && { 'Content-Type': content_type }),
      },
      body: payload,
    });
    t.equal(response.status, 200, payload);
    return (await response.json()) as Record<string, never>;
  };
  const command = async (name: string, variables: object = {}) => {
    const request = read('rest_command', token, variables).rest_command[name];
    if (request === undefined) throw new Error(`there is no ${name}`);
    t.match(await ask(request), { result: { revision: Number } }, name);
  };

  await command('kitchen_source', { source: aStation(rig.sandbox) });
  await phone.until('sounding', isSounding);
  await command('kitchen_volume', { volume: 21 });
  const sensors = async () => {
    const [polled] = read('rest', token).rest;
    if (polled === undefined) throw new Error('there is no sensor');
    const value_json = await ask(polled);
    const [rendered] = read('rest', token, { value_json }).rest;
    return { value_json, told: rendered?.sensor.map(({ value_template }) => value_template) };
  };
  const playing = await sensors();
  t.same(playing.told, ['playing', phone.state.item?.title, '21']);
  for (const { json_attributes_path = '', json_attributes = [] } of read('rest', token).rest[0]?.sensor ?? [])
    if (json_attributes_path !== '') {
      const found = json_attributes_path
        .split('.')
        .slice(1)
        .reduce<Record<string, never> | undefined>((at, name) => at?.[name], playing.value_json);
      t.ok(
        json_attributes.some(name => found !== undefined && name in found),
        json_attributes_path,
      );
    }
  await command('kitchen_next');
  await phone.until('the next item', state => state.item?.index === 1);
  const say = read('rest_command', owner, { text: 'Dinner is ready' }).rest_command['kitchen_say'];
  if (say === undefined) throw new Error('there is no kitchen_say');
  // Without espeak-ng the refusal says that it is missing.
  t.match(JSON.stringify(await ask(say)), /announcementId|espeak-ng/);

  await command('kitchen_pause');
  await phone.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
  t.equal((await sensors()).told?.[0], 'paused');
  await command('kitchen_play');
  await phone.until('playing', ({ playbackStatus }) => playbackStatus === 'playing');
  t.same(Object.keys(read('rest_command', token).rest_command).length, 6, 'each was called');
});

t.test('The universal player calls a command that the page defines', { skip }, async t => {
  const [player] = read('media_player', '', { source: 'ST:1' }).media_player;
  t.match(player, { platform: 'universal', children: [/^media_player\.\w+$/] });
  const { action = '', data } = player?.commands.select_source ?? {};
  t.same(data, { source: 'ST:1' });
  t.ok(action.replace('rest_command.', '') in read('rest_command', '').rest_command, action);
});

t.test('with nothing chosen there is a title, too', { skip }, async t => {
  const [idle] = read('rest', '', { value_json: { result: { state: { item: null, volume: 3 } } } }).rest;
  t.equal(idle?.sensor[1]?.value_template, 'nothing');
});

t.test('the speaker calls the webhook, and the automation understands it', { skip }, async t => {
  const told: { path: string; data: Record<string, string> }[] = [];
  const webhooks = createServer((request, response) => {
    void text(request).then(body => {
      told.push({ path: request.url ?? '', data: Object.fromEntries(new URLSearchParams(body)) });
      response.end();
    });
  });
  webhooks.listen(0, '127.0.0.1');
  await once(webhooks, 'listening');
  t.teardown(() => webhooks.close());
  const home = t.testdir();
  const script = join(home, 'tell-home-assistant');
  writeFileSync(script, blockOf(PAGE, 'sh', '#!/bin/sh'));
  chmodSync(script, 0o755);
  const { port } = webhooks.address() as AddressInfo;
  writeFileSync(join(home, '.curlrc'), `connect-to = "homeassistant.local:8123:127.0.0.1:${port}"\n`);

  const rig = await createRig(t, { trackSeconds: 90 });
  const { phone } = await rig.ready({
    HOME: home,
    TONEARM_EVENT_COMMAND: script,
    TONEARM_EVENT_IDLE_SECONDS: '1',
  });
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  await phone.until('sounding', isSounding);
  const title = phone.state.item?.title;
  await phone.call('player.pause');
  for (let tries = 0; !told.some(({ data }) => data['event'] === 'idle'); tries += 1) {
    if (tries > 300) throw new Error(`told: ${JSON.stringify(told)}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  const playing = told.find(({ data }) => data['event'] === 'playing');
  t.equal(playing?.data['title'], title);
  t.equal(playing?.data['volume'], '35');
  const brightness = (data: unknown) => {
    const [automation] = read('automation', '', { trigger: { data } }).automation;
    t.equal(playing?.path, `/api/webhook/${automation?.triggers[0]?.webhook_id}`);
    t.equal(automation?.conditions[0]?.value_template, 'True');
    return automation?.actions[0]?.data.brightness_pct;
  };
  t.equal(brightness(playing?.data), '30');
  t.equal(brightness(told.find(({ data }) => data['event'] === 'idle')?.data), '100');
});
