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

/** A command that runs as the user of this id, without any group of root's. */
export const asUser =
  (id: number): typeof withoutPowers =>
  (program, args) => ({
    command: 'setpriv',
    args: ['--reuid', String(id), '--regid', String(id), '--clear-groups', '--', program, ...args],
  });

/** Why this file cannot be read by such a command; false when it can. */
export function whyUnreadable(path: string, made = withoutPowers): string | false {
  const { command, args } = made('test', ['-r', path]);
  return spawnSync(command, args).status === 0 ? false : 'the project is closed to whom this runs as';
}
