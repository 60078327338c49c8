/** What is called durable was handed to the disk, in an order that a power cut cannot turn round. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startLineProcess, storeProgram } from '../rigs/store/child.js';
import { storeIn } from '../rigs/store/records.js';

const skip = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0 ? false : 'strace cannot be run';

t.test(
  'synced before it takes its place, and its place is synced before the caller is told',
  { skip },
  async t => {
    const at = storeIn(t);
    const trace = join(at.folder, 'trace');
    const words = ['-f', '-y', '-o', trace, '-e', 'trace=fsync,rename,renameat,renameat2,write'];
    const program = [process.execPath, storeProgram, at.stateDir, at.runtimeDir];
    const agent = startLineProcess(t, 'strace', [...words, ...program]);
    t.match(await agent.next(), { open: Number });
    t.same(await agent.ask('credentials first'), { outcome: 'durable', writable: true });
    t.match(await agent.finish(), { code: 0 });
    const file = at.file('credentials.json');
    const steps: readonly (readonly [string, RegExp])[] = [
      ['written', new RegExp(`write\\(\\d+<${file}\\.tmp>`)],
      ['synced', new RegExp(`fsync\\(\\d+<${file}\\.tmp>`)],
      ['renamed', new RegExp(`rename\\w*\\(.*"${file}\\.tmp".*"${file}"`)],
      ['directory synced', new RegExp(`fsync\\(\\d+<${at.stateDir}>`)],
      ['told', /write\(1<.*durable/],
    ];
    const lines = readFileSync(trace, 'utf8').split('\n');
    const done = lines.flatMap(line => steps.filter(([, call]) => call.test(line)).map(([name]) => name));
    t.strictSame(
      [...new Set(done.slice(done.indexOf('written')))],
      steps.map(([name]) => name),
    );
  },
);
