import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { areSettingsHidden } from '../../../src/cli/doctor/rights.js';

/** Root may read everything. */
const closed = process.getuid?.() === 0 ? [() => false] : [];

t.test('settings that nobody gave here are hidden where their file is closed', async t => {
  const root = t.testdir({ etc: { tonearm: { 'tonearm.env': '' } } });
  const look = (environment: NodeJS.ProcessEnv, instance: string | null = null) =>
    areSettingsHidden({ environment, instance, root }, ...closed);
  t.equal(areSettingsHidden({ environment: {}, instance: null, root }), false, 'open');
  chmodSync(join(root, 'etc/tonearm/tonearm.env'), 0o000);
  t.equal(look({ TONEARM_DEVICE_NAME: 'Kitchen' }), false, 'own ones');
  const none = [{}, { TONEARM_CONTROL_TOKEN: 'of another speaker' }, { TONEARM_DEVICE_NAME: '' }];
  for (const environment of none) t.equal(look(environment), true, JSON.stringify(environment));
});
