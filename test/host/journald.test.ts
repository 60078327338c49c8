import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { createNamespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import { PROGRAM } from '../rigs/program.js';

const JOURNALD = '/lib/systemd/systemd-journald';
const built = fileURLToPath(new URL('../../src/', import.meta.url));
const skip =
  whyNoNamespace(['mount']) || (!existsSync(JOURNALD) && 'systemd-journald is missing') || noPlayer;

interface Entry {
  readonly PRIORITY: string;
  readonly MESSAGE: string;
}

/** A real journald with a /run of its own, and what reaches it. */
async function createJournal(t: Test) {
  const space = await createNamespace(t, ['mount']);
  const machineId = join(t.testdir(), 'machine-id');
  writeFileSync(machineId, '0123456789abcdef0123456789abcdef\n');
  space.run(
    `for folder in /run /var/log; do mount -t tmpfs tmpfs "$folder"; done
     mkdir -p /run/systemd/journal /run/log
     [ ! -e /etc/machine-id ] || mount --bind "$1" /etc/machine-id`,
    machineId,
  );
  const [command = '', ...words] = space.words;
  const journald = spawn(command, [...words, JOURNALD], { stdio: 'ignore' });
  t.teardown(() => journald.kill('SIGKILL'));
  space.run('until [ -S /run/systemd/journal/stdout ]; do sleep 0.1; done');
  const journal = {
    /** Runs a program as a unit does: its output is the journal's, and the environment says so. */
    run(name: string, program: readonly string[], environment: Readonly<Record<string, string>> = {}) {
      const asUnit = 'export JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2); exec "$@"';
      const line = ['systemd-cat', '-t', name, 'sh', '-c', asUnit, 'sh', ...program];
      return spawn(command, [...words, ...line], { env: environment, stdio: 'ignore' });
    },
    /** Asks until there is such a line; all of this name, of this priority and above, in no order to rely on. */
    async until(name: string, pattern: RegExp, priority = 'debug'): Promise<Entry[]> {
      const query = 'journalctl -qa --directory /run/log/journal -o json --no-pager -t "$1" -p "$2"';
      for (let attempt = 0; attempt < 600; attempt += 1) {
        const lines = space.run(`${query} || true`, name, priority).trim().split('\n').filter(Boolean);
        const entries = lines.map(line => JSON.parse(line) as Entry);
        if (entries.some(({ MESSAGE }) => pattern.test(MESSAGE))) return entries;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
      throw new Error(`the journal never said ${pattern}`);
    },
  };
  return journal;
}

t.test('A logged message reaches journald as one line with its priority', { skip }, async t => {
  const journal = await createJournal(t);
  const script = `import { createLogger } from ${JSON.stringify(join(built, 'lib/log.js'))};
    const log = createLogger({ level: 'trace', format: 'journal' });
    log.info({ title: 'a\\n<0>forged' }, 'one\\n<0>forged\\r<0>forged\\0<0>forged');
    log.warn({}, '<0>two');
    log.error({ title: '<0>forged'.repeat(20_000) }, 'three');
    log.fatal({}, 'four'); log.debug({}, 'last');`;
  journal.run('lines', [process.execPath, '--input-type=module', '-e', script], {
    PATH: process.env['PATH'] ?? '',
  });
  const entries = await journal.until('lines', /^last/);
  const priorityOf = (start: string) => entries.find(({ MESSAGE }) => MESSAGE.startsWith(start))?.PRIORITY;
  t.same(['one', '<0>two', 'three', 'four', 'last'].map(priorityOf), ['6', '4', '3', '2', '7']);
  t.equal(entries.length, 5);
});

t.test('journalctl -p warning shows what needs attention and nothing else', { skip }, async t => {
  const journal = await createJournal(t);
  const rig = await createRig(t);
  const agent = journal.run('tonearm', [process.execPath, PROGRAM, 'run'], {
    ...rig.environment,
    TONEARM_VOLUME_STRAT: '10',
  });
  t.teardown(() => agent.kill('SIGKILL'));
  const all = await journal.until('tonearm', /^Tonearm is ready.* port=\d+/);
  t.same(
    all.filter(({ MESSAGE }) => MESSAGE.startsWith('{')),
    [],
    'no JSON: the format is found out',
  );
  const warnings = await journal.until('tonearm', /STRAT/, 'warning');
  t.equal(warnings.length, 1, JSON.stringify(warnings));
  t.match(warnings, [{ PRIORITY: '4', MESSAGE: /^TONEARM_VOLUME_STRAT is not a setting .*VOLUME_START\?$/ }]);

  journal.run('wrong', [process.execPath, PROGRAM, 'run'], {
    PATH: process.env['PATH'] ?? '',
  });
  const errors = await journal.until('wrong', /TONEARM_CLIENT_ID is required/, 'warning');
  t.ok(
    errors.every(({ PRIORITY }) => PRIORITY === '3'),
    'why it does not start is seen too',
  );
});
