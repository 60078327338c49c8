import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the trimmed content of a small system file; null if it does not exist or this user may not read it. */
export function readFact(root: string, path: string): string | null {
  return readBytes(root, path)?.toString().trim() ?? null;
}

/** Returns the content of a file as it is; null if it does not exist or this user may not read it. */
export function readBytes(root: string, path: string): Buffer | null {
  try {
    return readFileSync(join(root, path));
  } catch {
    return null;
  }
}

export function listFacts(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path)).sort();
  } catch {
    return [];
  }
}

/** Returns the running processes: their ids and command lines. */
export function listProcesses(root: string): { readonly pid: number; readonly words: readonly string[] }[] {
  return listFacts(root, 'proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), words: (readFact(root, `proc/${name}/cmdline`) ?? '').split('\0') }));
}

export function nameOfProcess(root: string, pid: number): string {
  return readFact(root, `proc/${pid}/comm`) ?? 'a process that has ended';
}
