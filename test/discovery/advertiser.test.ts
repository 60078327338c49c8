import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Advertisement } from '../../src/contract/ports.js';
import { createAdvertiser, toInstanceName } from '../../src/discovery/advertiser.js';
import { AdvertiseFault, type BackEnd } from '../../src/discovery/back-end.js';
import { createPublishBackEnd } from '../../src/discovery/publish-back-end.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

process.env['DBUS_SYSTEM_BUS_ADDRESS'] = 'unix:path=/nowhere/at/all';

// The pauses between attempts do not keep a process alive; here they must.
const awake = setInterval(() => undefined, 1_000);

t.teardown(() => clearInterval(awake));

const record: Advertisement = { name: 'Speaker', port: 1, txt: { paired: '0' } };

/** A back end that does as told, one word an attempt; the last word holds. */
function scripted(...words: ('up' | 'missing' | 'absent' | 'nameTaken')[]) {
  const calls: string[] = [];
  const losses: ((detail: string) => void)[] = [];
  const backEnd: BackEnd = {
    name: 'scripted',
    register({ name, txt }, onLost) {
      calls.push(`register ${name} ${txt['paired'] ?? ''}`);
      const word = words.length > 1 ? words.shift() : words[0];
      if (word !== 'up') return Promise.reject(new AdvertiseFault(word ?? 'absent', 'as told'));
      losses.push(onLost);
      return Promise.resolve({
        update(changed) {
          calls.push(`update ${changed['paired'] ?? ''}`);
          return Promise.resolve('done');
        },
        withdraw() {
          calls.push('withdraw');
          return Promise.resolve();
        },
      });
    },
  };
  return { backEnd, calls, lose: () => losses.at(-1)?.('as told') };
}

t.test('no Avahi, no bus: one warning, and life goes on', async t => {
  const logger = createRecordingLogger();
  const advertiser = createAdvertiser({ logger, retryMs: 20 });
  advertiser.start(record);
  advertiser.update({ paired: '1' });
  await logger.logged('The speaker cannot be advertised; playback is not affected.');
  await sleep(300);
  t.equal(logger.lines.length, 1, 'however often it is tried');
  await advertiser.stop();
  await advertiser.stop();
});

t.test('neither back end on the machine: one warning, no more attempts', async t => {
  const logger = createRecordingLogger();
  const broken = scripted('missing');
  const publish = createPublishBackEnd('no-such-avahi-publish');
  const advertiser = createAdvertiser({ logger, backEnds: [broken.backEnd, publish], retryMs: 10 });
  advertiser.start(record);
  await logger.logged('The speaker cannot be advertised; playback is not affected.');
  advertiser.update({ paired: '1' });
  await sleep(100);
  t.same(broken.calls, ['register Speaker 0']);
  t.equal(logger.lines.length, 1);
  await advertiser.stop();
});

t.test('the second back end takes over where the first is missing', async t => {
  const logger = createRecordingLogger();
  const [first, second] = [scripted('missing'), scripted('absent', 'up')];
  const advertiser = createAdvertiser({ logger, backEnds: [first.backEnd, second.backEnd], retryMs: 10 });
  advertiser.start(record);
  await logger.logged('The speaker is advertised.');
  t.equal(first.calls.length, 1);
  t.equal(second.calls.length, 2);
  await advertiser.stop();
  t.equal(second.calls.at(-1), 'withdraw');
});

t.test('nothing runs while the record holds; an equal TXT is no change; stop is final', async t => {
  const logger = createRecordingLogger();
  const { backEnd, calls, lose } = scripted('nameTaken', 'up');
  const advertiser = createAdvertiser({ logger, backEnds: [backEnd], retryMs: 10 });
  advertiser.update({ paired: '1' });
  advertiser.start(record);
  advertiser.start(record);
  await logger.logged('The speaker is advertised.');
  advertiser.update({ paired: '0' });
  advertiser.update({ paired: '1' });
  await sleep(50);
  lose();
  // Long past the next attempt: were there none, the calls would tell.
  await Promise.race([
    logger.logged('The speaker is advertised.', 2),
    sleep(5_000, undefined, { ref: false }),
  ]);
  await advertiser.stop();
  lose();
  advertiser.update({ paired: '0' });
  await sleep(50);
  t.same(calls, [
    'register Speaker 0',
    'register Speaker (2) 0',
    'update 1',
    'register Speaker 1',
    'withdraw',
  ]);
});

t.test('stopped before the record was up: it does not stay', async t => {
  const { backEnd, calls } = scripted('up');
  const advertiser = createAdvertiser({ logger: createRecordingLogger(), backEnds: [backEnd] });
  advertiser.start(record);
  await advertiser.stop();
  t.same(calls, ['register Speaker 0', 'withdraw']);
});

t.test('names: numbered, and cut at 63 bytes without cutting a character', async t => {
  t.equal(toInstanceName('A', 1), 'A');
  t.equal(toInstanceName('A', 2), 'A (2)');
  const long = toInstanceName('ü'.repeat(40), 12);
  t.equal(long, `${'ü'.repeat(29)} (12)`);
  t.equal(Buffer.byteLength(toInstanceName('🎵'.repeat(40), 1)), 60);
});
