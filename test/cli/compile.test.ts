import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { endsBySignal, runAgent } from '../rigs/agent/process.js';
import { INSTALLED } from '../rigs/program.js';
import { until } from '../bench/rig/waiting.js';

/** Tells of each script that was given compiled code whether V8 refused it. */
const WITNESS = `
  const vm = require('node:vm');
  const refused = [];
  vm.Script = class extends vm.Script {
    constructor(source, options) {
      super(source, options);
      if (options.cachedData) refused.push(this.cachedDataRejected);
    }
  };
  process.on('exit', () => require('node:fs').writeFileSync(process.env.WITNESS_FILE, JSON.stringify(refused)));
`;

/** A copy of the installed program that is not compiled, and a folder for temporary files. */
function copyProgram(t: Test) {
  const folder = t.testdir({ tmp: {} });
  const program = join(folder, 'lib/dist/program');
  cpSync(dirname(INSTALLED.program), program, { recursive: true });
  cpSync(join(dirname(INSTALLED.program), '../../package.json'), join(folder, 'lib/package.json'));
  const compiled = join(program, 'compiled');
  rmSync(compiled, { force: true });
  const temporary = join(folder, 'tmp');
  const compile = (environment: NodeJS.ProcessEnv = {}) => {
    const words = [...INSTALLED.nodeWords, join(program, 'main.js'), 'compile'];
    const env = { PATH: process.env['PATH'], TMPDIR: temporary, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
    return { status, stdout, stderr };
  };
  return { folder, main: join(program, 'main.js'), compiled, temporary, compile };
}

t.test('the program is compiled without a word, and starts from that', { skip }, async t => {
  const { folder, main, compiled, temporary, compile } = copyProgram(t);
  // What a shell of an installation may hold harms nothing.
  const told = compile({ TONEARM_HTTP_PORT: 'x', TONEARM_STATE_DIR: '/proc', NOTIFY_SOCKET: '/nowhere' });
  t.same(told, { status: 0, stdout: '', stderr: '' });
  t.same(readdirSync(temporary), [], 'nothing else is left');
  const sources = readdirSync(dirname(main)).filter(name => name.endsWith('.js') && name !== 'main.js');
  const code = readFileSync(compiled);
  // A digest, a length, and so much of a list.
  const list = code.toString('utf8', 24, 24 + code.readUInt32LE(20));
  const sizes = new Map(
    (JSON.parse(list) as [string, [number, number]][]).map(([name, [, size]]) => [name, size]),
  );
  t.same([...sizes.keys()].sort(), sources.sort());
  const sizeOf = (start: string) => sizes.get(sources.find(name => name.startsWith(start)) ?? '') ?? 0;
  t.ok(sizeOf('daemon-') > 2 * sizeOf('sandbox-'), 'with the functions that a start has called');
  const rig = await createRig(t);
  const [witness, notes] = [join(folder, 'witness.cjs'), join(folder, 'notes')];
  writeFileSync(witness, WITNESS);
  const agent = await runAgent(
    { ...rig.environment, NODE_OPTIONS: `--require=${witness}`, WITNESS_FILE: notes },
    { program: main, nodeWords: INSTALLED.nodeWords },
  );
  t.teardown(() => agent.child.kill('SIGKILL'));
  t.equal((await fetch(`${agent.url}/healthz`)).status, 200);
  t.match(await endsBySignal(agent, 'SIGTERM'), { code: 0 });
  const refused = JSON.parse(readFileSync(notes, 'utf8')) as unknown[];
  t.ok(refused.length > 20 && refused.every(each => each === false), 'V8 refused nothing');
});

t.test('a start that hangs ends when it is told to, and nothing is compiled', { skip }, async t => {
  const { folder, main, compiled, temporary } = copyProgram(t);
  writeFileSync(join(folder, 'mpv'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const child = spawn(process.execPath, [...INSTALLED.nodeWords, main, 'compile'], {
    env: { PATH: `${folder}:${process.env['PATH']}`, TMPDIR: temporary },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until('the start', () => readdirSync(temporary).length > 0);
  child.kill('SIGTERM');
  t.same(await ended, [1, null]);
  t.notOk(existsSync(compiled));
  t.same(readdirSync(temporary), []);
});

t.test('The program compiles nothing where the agent cannot start', async t => {
  const { compiled, temporary, compile } = copyProgram(t);
  t.match(compile({ PATH: '/nowhere' }), { status: 69, stderr: /^tonearm: \w+ is missing: install/ });
  t.notOk(existsSync(compiled));
  t.same(readdirSync(temporary), []);
});
