import { spawnSync } from 'node:child_process';

/**
 * The words before a command that take from root what makes it more than the owner of its files, so that a program
 * of a project only root can read meets refusals. None are needed where the tests do not run as root.
 */
export const powerless: readonly string[] =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--']
    : [];

/** Why this file cannot be read that way; false when it can. */
export function whyUnreadable(path: string): string | false {
  const [program = 'test', ...args] = [...powerless, 'test', '-r', path];
  return spawnSync(program, args).status === 0 ? false : 'root without its powers cannot read the project';
}
