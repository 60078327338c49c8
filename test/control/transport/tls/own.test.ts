import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import t from 'tap';
import { OwnCertificate, createSelfSigned } from '../../../../src/control/transport/tls/own.js';
import type { CertificateRecord } from '../../../../src/contract/records.js';
import { createMemoryCell, createMemoryLogger } from '../../../rigs/control/device.js';
import { CERTIFICATE } from '../../../rigs/control/tls.js';

const YEAR_MS = 365 * 24 * 3_600_000;

function createBench(kept = createMemoryCell<CertificateRecord>()) {
  const logger = createMemoryLogger();
  let nowMs = Date.parse('2026-11-22T00:00:00Z');
  const clock = { epochMs: () => nowMs, steadyMs: () => 0 };
  const start = (deviceName = 'Küche') => new OwnCertificate({ kept, deviceName, clock, logger });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { kept, logger, start, wait };
}

t.test('made once, kept, and good for twenty years whatever the clock says', async t => {
  const { kept, start, logger } = createBench();
  const certificate = start();
  t.equal(kept.writes, 0, 'nobody has asked for it');
  const [pair, same] = await Promise.all([certificate.current(), certificate.current()]);
  t.equal(pair, same);
  t.equal(await certificate.current(), pair);
  t.equal(kept.writes, 1);
  const seen = new X509Certificate(pair.cert);
  t.equal(seen.subject, 'CN=Küche');
  t.equal(new Date(seen.validTo).getUTCFullYear(), 2046);
  t.ok(seen.verify(seen.publicKey), 'signed by itself');
  t.equal(seen.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
  t.doesNotThrow(() => createSecureContext(pair));
  t.same(await start().current(), pair, 'the next start shows the same');
  t.same(logger.lines, []);
});

t.test('two speakers, two certificates', async t => {
  const [one, other] = await Promise.all([createBench().start().current(), createBench().start().current()]);
  t.not(one.key, other.key);
  t.not(new X509Certificate(one.cert).serialNumber, new X509Certificate(other.cert).serialNumber);
});

t.test(
  'The certificate is made anew a year before its end, also by an agent that was never restarted',
  async t => {
    const days = 2 * 365;
    const kept = createMemoryCell<CertificateRecord>(await createSelfSigned({ name: 'Küche', days }));
    const { start, wait } = createBench(kept);
    const certificate = start();
    const first = await certificate.current();
    wait(0.9 * YEAR_MS);
    t.equal(await certificate.current(), first);
    wait(0.2 * YEAR_MS);
    const second = await certificate.current();
    t.not(second.cert, first.cert);
    t.same(await start().current(), second);
  },
);

t.test('A name keeps what has a meaning to openssl', async t => {
  const { cert } = await createSelfSigned({ name: 'a/b+c=d, é', days: 1 });
  t.equal(new X509Certificate(cert).subject, 'CN=a/b\\+c=d\\, é');
});

t.test('The agent replaces a broken certificate and shows one it cannot keep', async t => {
  for (const broken of [
    { cert: 'rubbish', key: 'rubbish' },
    { cert: CERTIFICATE, key: 'rubbish' },
    { cert: CERTIFICATE, key: (await createBench().start().current()).key },
  ]) {
    const { kept, start, logger } = createBench(createMemoryCell<CertificateRecord>(broken));
    const pair = await start().current();
    t.doesNotThrow(() => createSecureContext(pair));
    t.same(kept.value, pair);
    t.match(logger.lines, [{ level: 'warn', message: /a new one is created/ }]);
  }
  const { kept, start, logger } = createBench();
  kept.failing = true;
  const certificate = start();
  const pair = await certificate.current();
  t.equal(await certificate.current(), pair);
  t.match(logger.lines, [{ level: 'warn', message: /could not be saved/ }]);
});

t.test('a name of any length', async t => {
  const { start } = createBench();
  const pair = await start('ü'.repeat(200)).current();
  t.equal(new X509Certificate(pair.cert).subject, `CN=${'ü'.repeat(64)}`);
});
