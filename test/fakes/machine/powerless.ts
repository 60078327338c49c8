import { spawnSync } from 'node:child_process';

/**
 * A command that takes from root what makes it more than the owner of its files, so that a program of a project only
 * root can read meets refusals. Where the tests do not run as root it is the program itself.
 */
export function withoutPowers(program: string, args: readonly string[]): { command: string; args: string[] } {
  if (process.getuid?.() !== 0) return { command: program, args: [...args] };
  const limits = ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--'];
  return { command: 'setpriv', args: [...limits, program, ...args] };
}

/** Why this file cannot be read that way; false when it can. */
export function whyUnreadable(path: string): string | false {
  const { command, args } = withoutPowers('test', ['-r', path]);
  return spawnSync(command, args).status === 0 ? false : 'root without its powers cannot read the project';
}
