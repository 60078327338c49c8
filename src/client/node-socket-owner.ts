import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns whether another user may have created the socket at this path. False if its owner is this user or root, or if
 * the socket admits only its owner and a group of this user's and lies in a folder of the same owner that only that
 * group may enter (contract, section 1). Always false for root. Throws the errors of `stat`.
 */
export function isOfStranger(path: string): boolean {
  const own = process.geteuid?.() ?? 0;
  const { uid, gid, mode } = statSync(path);
  if (own === 0 || uid === own || uid === 0) return false;
  const folder = statSync(dirname(path));
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])];
  const isForGroup = (mode & 0o077) === 0o060 && (folder.mode & 0o027) === 0;
  return !(isForGroup && folder.uid === uid && groups.includes(gid));
}
