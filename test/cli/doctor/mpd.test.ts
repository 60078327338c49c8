import { createServer } from 'node:net';
import t from 'tap';
import { listen } from '../../rigs/cli/listen.js';
import { createPatient } from '../../rigs/cli/patient.js';

t.test('Doctor warns of MPD’s protocol for everybody', async t => {
  const patient = await createPatient(t);
  const lines = (host: string, more = {}) =>
    patient.lines('mpd', {}, { TONEARM_MPD_HOST: host, TONEARM_MPD_PORT: '0', ...more });
  const open = { TONEARM_CONTROL_ACCESS: 'open' };
  t.same(await patient.lines('mpd'), [], 'nothing is served');
  t.match(await lines('127.0.0.1', open), [/^ok mpd: .*every program on this machine is an owner/]);
  t.match(await lines('0.0.0.0'), [/^note mpd: .* crosses the network unencrypted/]);
  t.match(await lines('0.0.0.0', open), [
    /^warning mpd: .* without a password → set TONEARM_MPD_HOST=127\.0\.0\.1, or TONEARM_CONTROL_ACCESS=paired/,
  ]);
});

t.test('Doctor names a port for MPD that is in use', async t => {
  const patient = await createPatient(t);
  const port = await listen(t, createServer());
  const lines = await patient.lines(
    'mpd',
    {},
    { TONEARM_MPD_HOST: '127.0.0.1', TONEARM_MPD_PORT: String(port) },
  );
  t.match(lines, [/^warning mpd: port \d+ for MPD’s protocol is in use by .* → stop it/, /^ok mpd/]);
});
