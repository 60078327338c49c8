import { spawnSync } from 'node:child_process';
import { throwIfKilled } from '../setup/child-end.mjs';

/** Runs a program and returns its output; throws an error with the output if it fails. */
export function run(program, words, environment = {}, cwd = undefined) {
  const ended = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  throwIfKilled(`${program} ${words[0]}`, ended);
  const { status, stdout, stderr, error } = ended;
  if (status !== 0) throw new Error(`${program} ${words[0]} failed: ${error?.message ?? stderr + stdout}`);
  return stdout;
}
