import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Whether the socket at this path may be anybody's: neither this user's nor root's, nor one in a folder of its owner's
 * that lets in a group of this user's and nobody else (contract, section 1). Root may look after any. Throws what the
 * file system throws.
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
