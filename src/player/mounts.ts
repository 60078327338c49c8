import { readFileSync } from 'node:fs';

const SLOW = /^(nfs|cifs|smb3|fuse|autofs)/;

/** Where a look may wait for another machine or a program, perhaps for ever: mount points, as `/proc/self/mountinfo` tells them. */
export function listSlowMounts(): ReadonlySet<string> {
  try {
    return parseSlowMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return new Set();
  }
}

/** Of the lines of proc_pid_mountinfo(5). */
export function parseSlowMounts(text: string): ReadonlySet<string> {
  const slow = text.split('\n').flatMap(line => {
    const [mount = '', source = ''] = line.split(' - ');
    return SLOW.test(source) ? (mount.split(' ')[4] ?? []) : [];
  });
  return new Set(slow.map(toPath));
}

function toPath(word: string): string {
  return word.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 8)),
  );
}
