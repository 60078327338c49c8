import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backupMark, replaceContent } from './file.js';

/** So many copies of a file stand beside it, those of the newest schemas. */
const keptCopies = 2;

/**
 * Keeps the text of a state file beside it, as `<name>.schema-<number>`, 0600, before a migration replaces it: what an
 * older program needs, should one be installed again. Durable when it resolves; throws what the file system throws.
 */
export async function keepBackup(path: string, schema: number, content: string): Promise<string> {
  const copy = path + backupMark + String(schema);
  await replaceContent(copy, content);
  for (const old of (await findBackups(path)).slice(keptCopies)) {
    await rm(path + backupMark + String(old), { force: true, recursive: true });
  }
  return basename(copy);
}

/** The schemas of the copies beside this file, newest first. */
async function findBackups(path: string): Promise<number[]> {
  const start = basename(path) + backupMark;
  const names = await readdir(dirname(path));
  return names
    .filter(name => name.startsWith(start))
    .map(name => name.slice(start.length))
    .filter(number => /^[1-9]\d{0,8}$/u.test(number))
    .map(Number)
    .sort((one, other) => other - one);
}

/** The copy that a program of this schema can read, by name; null when there is none. */
export async function findReadableBackup(path: string, schema: number): Promise<string | null> {
  const numbers = await findBackups(path).catch(() => []);
  const readable = numbers.find(number => number <= schema);
  return readable === undefined ? null : join(dirname(path), basename(path) + backupMark + String(readable));
}
