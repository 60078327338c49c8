import { readFileSync } from 'node:fs';

const SLOW = /^(nfs|cifs|smb3|fuse|autofs)/;

/** Lists mount points from `/proc/self/mountinfo` that may block for ever, waiting for another machine or a program. */
export function listSlowMounts(): ReadonlySet<string> {
  try {
    return parseSlowMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return new Set();
  }
}

/** Parses lines in the format of proc_pid_mountinfo(5). */
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
