import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { toReport } from '../../../src/cli/doctor/report.js';
import { areSettingsHidden } from '../../../src/cli/doctor/rights.js';
import { AwayError } from '../../../src/cli/local-agent.js';
import { createPatient } from '../../rigs/cli/patient.js';

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

t.test('Doctor tells a user first which rights are missing, and guesses nothing', async t => {
  const patient = await createPatient(t);
  const away = new AwayError('noRight', '/run/tonearm/control.sock');
  const found = await patient.look(null, { config: null, away });
  t.match(found[0], { check: 'rights', level: 'note', remedy: 'run it as root: sudo tonearm doctor' });
  for (const check of ['agent', 'access', 'dns', 'service', 'account', 'audio host', 'audio', 'port'])
    t.match(found[0]?.text, new RegExp(`(check|,) ${check}(,|$)`));
  t.same(
    found.filter(({ text }) => /no agent is running|there are no host names/.test(text)),
    [],
  );
  const summary = (findings: typeof found) => JSON.stringify(toReport(findings, 80).at(-1));
  t.match(summary(found), /"Nothing broken was found.*Not everything was checked\."/);
  t.match(summary(await patient.look('dns')), /"Nothing is broken, [^.]*\."/);
});
