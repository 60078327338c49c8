import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { toDeviceEnvironment } from '../../src/config/device-environment.js';
import { findClientSecret } from '../../src/config/files.js';
import { placesOf } from '../../src/config/config.js';

t.test('commands on the device go by its settings unless they have their own', async t => {
  const folder = t.testdir();
  const file = join(folder, 'tonearm.env');
  const directories = { STATE_DIRECTORY: '/var/x', RUNTIME_DIRECTORY: '/run/x' };
  const installed = { file, directories, credentials: folder };
  const own = { HOME: '/home/someone', XDG_RUNTIME_DIR: '/run/user/1', TONEARM_HTTP_PORT: '' };
  t.equal(toDeviceEnvironment(own, installed), own, 'there is no such file');
  writeFileSync(file, 'TONEARM_CLIENT_ID=abc\n');
  const found = toDeviceEnvironment(own, installed);
  t.match(found, { TONEARM_CLIENT_ID: 'abc', HOME: '/home/someone' });
  t.same(placesOf(found), { stateDir: '/var/x', runtimeDir: '/run/x' });
  t.notOk('CREDENTIALS_DIRECTORY' in found, 'no secret is kept there');
  writeFileSync(join(folder, 'client-secret'), 'of the service\n');
  const kept = toDeviceEnvironment(own, installed);
  t.equal(findClientSecret({}, kept).value, 'of the service', 'what systemd hands to the agent');
  writeFileSync(file, 'TONEARM_RUNTIME_DIR=/run/y\n');
  t.equal(placesOf(toDeviceEnvironment(own, installed)).runtimeDir, '/run/y');
  const set = { ...own, TONEARM_HTTP_PORT: '1' };
  t.equal(toDeviceEnvironment(set, installed), set, 'one setting of its own is enough');
});
