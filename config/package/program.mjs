import { spawnSync } from 'node:child_process';

/** Runs a program and returns its output; throws an error with the output if it fails. */
export function run(program, words, environment = {}, cwd = undefined) {
  const { status, signal, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(`${program} ${words[0]} failed: ${error?.message ?? signal ?? stderr + stdout}`);
  return stdout;
}
