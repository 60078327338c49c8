import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backupMark, replaceContent } from './file.js';

/** The most copies kept of a file: those of the newest schemas. */
const keptCopies = 2;

/**
 * Copies the text of a state file to `<name>.schema-<number>`, mode 0600, before a migration replaces it: an older
 * program needs the copy if it is installed again. Durable when it resolves; throws the errors of the file system.
 */
export async function keepBackup(path: string, schema: number, content: string): Promise<string> {
  const copy = path + backupMark + String(schema);
  await replaceContent(copy, content);
  for (const old of (await findBackups(path)).slice(keptCopies)) {
    await rm(path + backupMark + String(old), { force: true, recursive: true });
  }
  return basename(copy);
}

/** The schemas of the file's copies, newest first. */
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

/** The path of the newest copy that a program of this schema can read; null if there is none. */
export async function findReadableBackup(path: string, schema: number): Promise<string | null> {
  const numbers = await findBackups(path).catch(() => []);
  const readable = numbers.find(number => number <= schema);
  return readable === undefined ? null : join(dirname(path), basename(path) + backupMark + String(readable));
}
