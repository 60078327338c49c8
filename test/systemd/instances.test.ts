import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { parseEnvFile } from '../../src/config/env-file.js';
import { isSounding } from '../fakes/phones/phone.js';
import { endsBySignal, runAgent } from '../rigs/agent/process.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const template = readFileSync(
  fileURLToPath(new URL('../../../systemd/tonearm@.service', import.meta.url)),
  'utf8',
);

/** Every setting of this name in the template, for an instance of that name, as systemd would read it. */
function settingsOf(key: string, name: string): string[] {
  return [...template.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) =>
    value.replaceAll(/%[iI]/g, name).replaceAll('"', ''),
  );
}

function settingOf(key: string, name: string): string {
  return settingsOf(key, name)[0] ?? '';
}

t.test('two speakers on one machine, as the template starts them', { skip }, async t => {
  const root = mkdtempSync(join(tmpdir(), 'tonearm-two-'));
  t.teardown(() => removeFolder(root));
  const rig = await createRig(t, { trackSeconds: 60 });
  const { TONEARM_AUTH_URL, TONEARM_BASE_URL, TONEARM_CLIENT_ID, PATH } = rig.environment;
  mkdirSync(join(root, 'etc/tonearm'), { recursive: true });

  async function start(name: string) {
    const file = join(root, settingOf('EnvironmentFile', name).replace(/^-/, ''));
    const lines = [
      `TONEARM_AUTH_URL=${TONEARM_AUTH_URL}`,
      `TONEARM_BASE_URL=${TONEARM_BASE_URL}`,
      `TONEARM_CLIENT_ID=${TONEARM_CLIENT_ID}`,
      'TONEARM_HTTP_PORT=0',
      'TONEARM_HTTP_HOST=127.0.0.1',
      'TONEARM_AUDIO_OUTPUT=null',
      'TONEARM_MDNS=off',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const folders = {
      state: `var/lib/${settingOf('StateDirectory', name)}`,
      run: `run/${settingOf('RuntimeDirectory', name)}`,
    };
    for (const folder of Object.values(folders)) {
      mkdirSync(join(root, folder), { recursive: true });
      chmodSync(join(root, folder), 0o700);
    }
    const credentials = join(root, `run/credentials/${name}`);
    mkdirSync(credentials, { recursive: true });
    writeFileSync(join(credentials, 'client-secret'), `${rig.sandbox.clientSecret}\n`, { mode: 0o400 });
    const agent = await runAgent({
      PATH: PATH ?? '',
      HOME: root,
      ...parseEnvFile(settingsOf('Environment', name).join('\n')),
      ...parseEnvFile(readFileSync(file, 'utf8')),
      STATE_DIRECTORY: join(root, folders.state),
      RUNTIME_DIRECTORY: join(root, folders.run),
      CREDENTIALS_DIRECTORY: credentials,
    });
    t.teardown(async () => {
      agent.child.kill('SIGKILL');
      await agent.ended;
    });
    return { agent, phone: await rig.phone(agent, await rig.pair(agent)) };
  }

  const speakers = [await start('kitchen'), await start('bath')];
  const told = await Promise.all(speakers.map(({ phone }) => phone.call('system.info')));
  t.match(told, [{ name: 'kitchen' }, { name: 'bath' }]);
  const uuids = told.map(info => (info as { deviceUuid: string }).deviceUuid);
  t.not(uuids[0], uuids[1], 'the service knows them apart');
  t.not(speakers[0]?.agent.port, speakers[1]?.agent.port);
  for (const { phone } of speakers) {
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    await phone.until('sounding', isSounding);
  }
  t.equal(new Set(speakers.flatMap(({ agent }) => agent.players())).size, 2, 'a player each');
  for (const { agent } of speakers) t.match(await endsBySignal(agent, 'SIGTERM'), { code: 0 });
});
