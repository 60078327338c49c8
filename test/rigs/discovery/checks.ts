import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createAdvertiser } from '../../../src/discovery/advertiser.js';
import { createAvahiHostName } from '../../../src/discovery/avahi-host-name.js';
import type { BackEnd } from '../../../src/discovery/back-end.js';
import { createPrivateAvahi, type Found, whyNoAvahi } from '../../fakes/machine/avahi.js';
import { createRecordingLogger } from '../../fakes/ports/logger.js';

/** A record as the contract's section 5 has it, with a name that needs every kind of escaping. */
export const record = {
  name: 'Küche "links"; a\\b',
  port: 8710,
  txt: {
    txtvers: '1',
    proto: '1',
    id: '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab',
    path: '/control',
    auth: 'token',
    paired: '0',
    tls: '0',
    ver: '0.1.0',
  },
};

const any = (found: Found[]) => found.length > 0;
const none = (found: Found[]) => found.length === 0;

/** What every back end must do on a real Avahi; `missing` is why this one cannot be tried here. */
export function checkAgainstAvahi(createBackEnd: () => BackEnd, missing: string | false): void {
  const start = (test: Test, advertisement = record) => {
    const logger = createRecordingLogger();
    const advertiser = createAdvertiser({ logger, backEnds: [createBackEnd()], retryMs: 100 });
    test.teardown(() => advertiser.stop());
    advertiser.start(advertisement);
    return { advertiser, logger };
  };

  t.test('against a real Avahi', { skip: whyNoAvahi() || missing }, async t => {
    const avahi = createPrivateAvahi(t);
    // The pauses between attempts do not keep a process alive; here they must.
    const awake = setInterval(() => undefined, 1_000);
    t.teardown(() => clearInterval(awake));
    await avahi.begin();

    await t.test('name, port and every TXT entry are seen; TXT follows; withdrawn on stop', async t => {
      const seen = avahi.watch(t);
      const { advertiser, logger } = start(t);
      t.match(await logger.logged('The speaker is advertised.'), {
        details: { name: record.name, port: 8710 },
      });
      const entry = { ...record, host: 'tonearm-test.local' };
      t.same(await seen(any), [entry]);
      for (const paired of ['1', '0', '1']) advertiser.update({ ...record.txt, paired });
      let changed = await avahi.resolve(record.name);
      while (changed.txt['paired'] !== '1') changed = await avahi.resolve(record.name);
      t.same(changed, { ...entry, txt: { ...record.txt, paired: '1' } });
      await advertiser.stop();
      t.same(await seen(none), []);
      await advertiser.stop();
      t.same(logger.messages('warn'), []);
    });

    await t.test('a name that is taken gets a number', async t => {
      const seen = avahi.watch(t);
      const first = start(t, { ...record, name: 'Twin' });
      await first.logger.logged('The speaker is advertised.');
      const second = start(t, { ...record, name: 'Twin', port: 8711 });
      t.match(await second.logger.logged('The speaker is advertised.'), { details: { name: 'Twin (2)' } });
      const third = start(t, { ...record, name: 'Twin', port: 8712 });
      t.match(await third.logger.logged('The speaker is advertised.'), { details: { name: 'Twin (3)' } });
      const found = await seen(entries => entries.length === 3);
      const names = found.map(entry => `${entry.name} at ${entry.port}`);
      t.same(names.sort(), ['Twin (2) at 8711', 'Twin (3) at 8712', 'Twin at 8710']);
    });

    await t.test(
      'Avahi, then bus and Avahi, restart: back with the latest TXT, one warning each',
      async t => {
        const { advertiser, logger } = start(t);
        await logger.logged('The speaker is advertised.');
        await avahi.end('avahi');
        await logger.logged('The speaker is no longer advertised; trying again.');
        advertiser.update({ ...record.txt, paired: '1' });
        await avahi.begin();
        await logger.logged('The speaker is advertised.', 2);
        t.match(await avahi.watch(t)(any), [{ name: record.name, txt: { paired: '1' } }]);
        await avahi.end('both');
        await logger.logged('The speaker is no longer advertised; trying again.', 2);
        await avahi.begin();
        await logger.logged('The speaker is advertised.', 3);
        t.match(await avahi.watch(t)(any), [{ name: record.name }]);
        t.equal(logger.messages('warn').length, 2);
      },
    );

    await t.test('a hung Avahi delays nobody but itself', async t => {
      const { advertiser, logger } = start(t);
      await logger.logged('The speaker is advertised.');
      await setImmediate();
      avahi.signal('SIGSTOP');
      const delay = monitorEventLoopDelay();
      delay.enable();
      advertiser.update({ ...record.txt, paired: '1' });
      await setImmediate();
      await advertiser.stop();
      await sleep(50);
      delay.disable();
      t.not(delay.max, 0, 'it was looked at');
      // The library would wait 25 s for an answer, and everything else with it.
      t.ok(delay.max < 10e9, `the process stayed awake: ${delay.max} ns`);
      avahi.signal('SIGCONT');
    });

    await t.test('Avahi comes after us', async t => {
      await avahi.end('avahi');
      const { logger } = start(t);
      await logger.logged('The speaker cannot be advertised; playback is not affected.');
      await avahi.begin('tonearm-renamed');
      await logger.logged('The speaker is advertised.');
      t.match(await avahi.watch(t)(any), [{ host: 'tonearm-renamed.local' }]);
      t.equal(await createAvahiHostName().refresh(), 'tonearm-renamed.local');
      t.equal(logger.messages('warn').length, 1);
    });
  });
}
