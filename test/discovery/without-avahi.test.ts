import { spawnSync } from 'node:child_process';
import t from 'tap';
import type { Advertisement } from '../../src/contract/ports.js';
import { AdvertiseFault } from '../../src/discovery/back-end.js';
import { createMdnsBackEnd } from '../../src/discovery/mdns-back-end.js';

process.env['DBUS_SYSTEM_BUS_ADDRESS'] = 'unix:path=/nowhere/at/all';

// The pauses between attempts do not keep a process alive; here they must.
const awake = setInterval(() => undefined, 1_000);

t.teardown(() => clearInterval(awake));

const record: Advertisement = { name: 'Speaker', port: 1, txt: { paired: '0' } };

t.test('the mdns package that cannot be had is missing, a bus that cannot is absent', async t => {
  const fault = await createMdnsBackEnd()
    .register(record, () => undefined)
    .then(
      () => null,
      (error: unknown) => (error instanceof AdvertiseFault ? error.code : 'other'),
    );
  t.ok(fault === 'absent' || fault === 'missing', String(fault));
});

t.test(
  'loading it leaves nothing in the log: Avahi’s library would warn there of what it does not support',
  async t => {
    const place = new URL('../../src/discovery/mdns-back-end.js', import.meta.url).href;
    const script = `const { createMdnsBackEnd } = await import(${JSON.stringify(place)});
    const record = { name: 'Speaker', port: 1, txt: {} };
    await createMdnsBackEnd().register(record, () => undefined).catch(error => console.log(error.code));`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    );
    t.match({ status, stdout, stderr }, { status: 0, stdout: /^(absent|missing)\n$/, stderr: '' });
  },
);
