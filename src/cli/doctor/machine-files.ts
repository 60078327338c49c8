import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small file of the machine, trimmed; null where it is not there or not for this user. */
export function readFact(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8').trim();
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

/** The running processes: their ids and command lines. */
export function listProcesses(root: string): { readonly pid: number; readonly words: readonly string[] }[] {
  return listFacts(root, 'proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), words: (readFact(root, `proc/${name}/cmdline`) ?? '').split('\0') }));
}

export function nameOfProcess(root: string, pid: number): string {
  return readFact(root, `proc/${pid}/comm`) ?? 'a process that has ended';
}
