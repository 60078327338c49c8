import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { dayFormat } from '../../src/store/day-format.js';
import {
  clientsFormat,
  credentialsFormat,
  deviceFormat,
  parsePosition,
  sessionFormat,
} from '../../src/store/formats.js';
import { type RecordFormat, parsePersisted, toPersisted } from '../../src/store/persisted.js';
import { openPositionFile } from '../../src/store/position-file.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';
import { credentials, day, session, temporaryFolder } from '../rigs/store/records.js';

const clients = {
  clients: [
    {
      id: 'a',
      name: 'Ada',
      role: 'owner' as const,
      verifier: { tokenHash: 'ab'.repeat(32) },
      createdMs: 1,
      lastSeenMs: 2,
    },
  ],
};

/** Each way in which a content may come back from a disk that failed, by name. */
function* damaged(content: string): Generator<readonly [string, string]> {
  for (let length = 0; length < content.length - 1; length += 1) {
    yield [`cut after ${length} bytes`, content.slice(0, length)];
    // A journal that kept the length and lost the blocks.
    yield [`zeros from byte ${length} on`, content.slice(0, length) + '\0'.repeat(content.length - length)];
  }
  yield ['twice', content + content];
  yield ['its end first', content.slice(content.length / 2) + content.slice(0, content.length / 2)];
}

function check<T extends object>(format: RecordFormat<T>, value: T): void {
  t.test(`${format.name}: torn anywhere it is known as such`, async t => {
    const content = toPersisted(format, value);
    t.match(parsePersisted(format, content), { outcome: 'value' });
    t.match(
      parsePersisted(format, content.trimEnd()),
      { outcome: 'value' },
      'only the last line break is gone',
    );
    for (const [what, text] of damaged(content)) {
      const { outcome } = parsePersisted(format, text);
      if (outcome !== 'invalid') t.fail(`${what}: ${outcome}`);
    }
  });
  t.test(`${format.name}: a byte that turned into another never breaks the reader`, async t => {
    const bytes = Buffer.from(toPersisted(format, value));
    for (const [at, byte] of bytes.entries()) {
      for (const wrong of [0x00, 0xff, byte ^ 0x01, byte ^ 0x80]) {
        bytes.writeUInt8(wrong, at);
        const { outcome } = parsePersisted(format, bytes.toString('utf8'));
        if (!['value', 'invalid', 'newer'].includes(outcome)) t.fail(`byte ${at}: ${outcome}`);
      }
      bytes.writeUInt8(byte, at);
    }
    t.match(parsePersisted(format, bytes.toString('utf8')), { outcome: 'value' });
  });
}

check(deviceFormat, { deviceUuid: '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab' });
check(credentialsFormat, credentials);
check(sessionFormat, { ...session, closing: { index: 2, trackToken: 'before', lengthS: 200 } });
check(clientsFormat, clients);
check(dayFormat, day);

t.test('position.json: torn anywhere it is no position, and the next one is written over it', async t => {
  const whole = { sourceId: 'ST:1', index: 3, trackToken: 'token', positionMs: 61_000 };
  const content = JSON.stringify(whole);
  for (const [what, text] of damaged(`${content} `)) {
    if (parsePosition(text) !== null && text.trim() !== content) t.fail(what);
  }
  const folder = temporaryFolder(t);
  const path = join(folder, 'position.json');
  for (const rubbish of ['', content.slice(0, 20), '\0'.repeat(64)]) {
    writeFileSync(path, rubbish);
    const logger = createRecordingLogger();
    const position = openPositionFile(folder, logger);
    t.equal(position.value, null);
    position.write(whole);
    t.same(openPositionFile(folder, logger).value, whole);
    position.write(null);
    t.same(readdirSync(folder), []);
    t.same(logger.lines, []);
  }
  mkdirSync(path);
  const logger = createRecordingLogger();
  const position = openPositionFile(folder, logger);
  position.write({ ...whole, positionMs: 61_500 });
  position.write({ ...whole, positionMs: 62_000 });
  t.same(
    logger.messages('warn'),
    ['The position could not be saved.'],
    'what stands in the way is told once',
  );
  t.same(position.value, { ...whole, positionMs: 62_000 });
});
