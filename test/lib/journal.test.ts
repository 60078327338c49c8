import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isJournal, toJournalText } from '../../src/lib/journal.js';
import { createLogger } from '../../src/lib/log.js';

function collect() {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  return { lines, logger: createLogger({ level: 'trace', format: 'journal', destination }) };
}

t.test('a line is its priority, its message and its fields', async t => {
  const { lines, logger } = collect();
  logger.info({ port: 8710, name: 'Küche', state: 'playing', tls: null }, 'Tonearm is ready.');
  logger.warn({}, 'slow');
  logger.error({ err: new TypeError('no') }, 'failed');
  for (const level of ['fatal', 'debug', 'trace'] as const) logger[level]({}, level);
  t.equal(lines[0], '<6>Tonearm is ready. port=8710 name="Küche" state=playing tls=null\n');
  t.equal(lines[1], '<4>slow\n');
  t.match(lines[2], /^<3>failed err=\{"name":"TypeError","message":"no","stack":"at /);
  t.same(lines.slice(3), ['<2>fatal\n', '<7>debug\n', '<7>trace\n']);
});

t.test('neither a line nor a priority can be forged', async t => {
  const { lines, logger } = collect();
  const rubbish = 'one\n<0>two\r\0\u0085\u2028\u2029\u001b[2Jend';
  logger.info({ title: rubbish, [rubbish]: 1 }, rubbish);
  logger.info({}, '<0>three');
  logger.info({ title: `${'ü'.repeat(30_000)}<0>` }, 'long');
  for (const line of lines) {
    t.match(line, /^<6>[^\p{Cc}\u2028\u2029]*\n$/u);
    t.ok(Buffer.byteLength(line) < 48 * 1024);
  }
  t.equal(lines[1], '<6><0>three\n');
  t.notMatch(lines[2], /\ufffd/, 'no letter is torn');
  t.equal(toJournalText('error', 'one:\n  two'), '<3>one:\n<3>  two\n');
});

t.test('the second net holds', async t => {
  const { lines, logger } = collect();
  logger.info(
    { token: 's3cret', client: { clientSecret: 's3cret' } },
    'at http://cdn.test/s3cret?token=s3cret',
  );
  logger.error({ err: new Error('GET http://api.test/s3cret "Bearer s3cret-s3cret"') }, 'x');
  t.equal(lines.length, 2);
  for (const line of lines) t.notMatch(line, /s3cret/);
});

t.test('journald is known by the device and inode that systemd names', async t => {
  const { dev, ino } = fstatSync(1, { bigint: true });
  t.ok(isJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, 1));
  for (const JOURNAL_STREAM of [undefined, '', '0:0', `${dev}:${ino + 1n}`, `${dev}`, `${dev}:${ino}:`])
    t.notOk(isJournal({ JOURNAL_STREAM }, 1), String(JOURNAL_STREAM));
  const file = openSync(join(t.testdir(), 'log'), 'w');
  const { status } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { isJournal } from ${JSON.stringify(new URL('../../src/lib/journal.js', import.meta.url).href)};
       import { closeSync } from 'node:fs';
       closeSync(2);
       process.exit(isJournal({ JOURNAL_STREAM: '1:1' }, 2) ? 1 : 0)`,
    ],
    { stdio: ['ignore', file, 'ignore'] },
  );
  closeSync(file);
  t.equal(status, 0, 'a closed descriptor is none');
});
