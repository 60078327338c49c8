import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { areSettingsHidden, SETTINGS_FILE } from '../../../src/cli/doctor/rights.js';

/** Root may read everything. */
const closed = process.getuid?.() === 0 ? [() => false] : [];

t.test('settings that nobody gave here are hidden where their file is closed', async t => {
  const root = t.testdir({ etc: { tonearm: { 'tonearm.env': '' } } });
  t.equal(areSettingsHidden({}, root), false, 'open');
  chmodSync(join(root, SETTINGS_FILE), 0o000);
  t.equal(areSettingsHidden({ TONEARM_DEVICE_NAME: 'Kitchen' }, root, ...closed), false, 'own ones');
  const none = [{}, { TONEARM_CONTROL_TOKEN: 'of another speaker' }, { TONEARM_DEVICE_NAME: '' }];
  for (const environment of none)
    t.equal(areSettingsHidden(environment, root, ...closed), true, JSON.stringify(environment));
});
