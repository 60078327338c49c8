import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns whether another user may have created the socket at this path. False if its owner is this user or root, or if
 * its folder has the same owner and admits only a group that this user belongs to (contract, section 1). Always false
 * for root. Throws the errors of `stat`.
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
