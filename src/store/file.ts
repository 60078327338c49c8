import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { chmod, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Far above anything the agent writes. A larger file is neither read nor written. */
export const largestBytes = 4 * 1024 * 1024;
const temporarySuffix = '.tmp';
/** Separates the name of a state file from the schema of its copy made before a migration. */
export const backupMark = '.schema-';

export type Content =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'text'; readonly text: string }
  | { readonly outcome: 'unusable'; readonly problem: string };

/**
 * Reads a whole state file, and tightens its mode to 0600. A symbolic link, a directory, a pipe or a huge file is
 * `unusable`. Follows no link and waits for no other end. Synchronous: nothing else happens while a store is opened, and
 * a start would take longer.
 */
export function readContent(path: string): Content {
  try {
    if (!lstatSync(path).isFile()) return { outcome: 'unusable', problem: 'not a regular file' };
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const { size, mode } = fstatSync(file);
      if (size > largestBytes) return { outcome: 'unusable', problem: `${size} bytes long` };
      if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
      return { outcome: 'text', text: readFileSync(file, 'utf8') };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? { outcome: 'none' } : { outcome: 'unusable', problem: code };
  }
}

/**
 * Replaces the file atomically and durably: at every moment, even after a power cut, either the old or the new
 * content is complete. Throws the errors of the file system; the old content then remains.
 */
export async function replaceContent(path: string, content: string): Promise<void> {
  const temporary = path + temporarySuffix;
  // There is one writer per file, under the directory's lock, so an existing temporary file is a leftover.
  await rm(temporary, { force: true, recursive: true });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  try {
    const file = await open(temporary, O_WRONLY | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

/**
 * Appends to the file durably; a line cut off by a power failure has no end of line. Returns false if there is no
 * file. Throws the errors of the file system; how much was added is then unknown.
 */
export async function appendContent(path: string, content: string): Promise<boolean> {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_APPEND | O_NOFOLLOW).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return false;
  try {
    await file.writeFile(content);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

/**
 * Why a file is set aside: `corrupt`, it cannot be read; `copied`, it belongs to the machine that it was copied from
 * (contract, sections 6 and 2).
 */
export type AsideMark = 'corrupt' | 'copied';

/** Removes the file durably, with every copy and every version set aside, which may hold tokens. */
export async function removeContent(path: string): Promise<void> {
  const directory = dirname(path);
  const name = path.slice(directory.length + 1);
  const copies = [`${name}.corrupt-`, `${name}.copied-`, name + backupMark];
  const names = await readdir(directory);
  await rm(path, { force: true, recursive: true });
  for (const found of names.filter(found => copies.some(copy => found.startsWith(copy)))) {
    await rm(join(directory, found), { force: true, recursive: true });
  }
  await syncDirectory(directory);
}

/** Renames a file to `<name>.<mark>-<time>` and returns the new path. */
export async function setAside(path: string, epochMs: number, mark: AsideMark): Promise<string> {
  const time = new Date(epochMs).toISOString().replaceAll(/[-:]|\.\d+/gu, '');
  const stem = `${path}.${mark}-${time}`;
  let target = stem;
  for (let count = 2; await isThere(target); count += 1) target = `${stem}-${count}`;
  await rename(path, target);
  // The file may hold a token. The target of a link is not the agent's to change.
  if ((await lstat(target)).isFile()) await chmod(target, 0o600).catch(() => undefined);
  return target;
}

/** Removes the temporary files of interrupted writes to the files of these names and to their copies. */
export async function removeLeftovers(directory: string, names: readonly string[]): Promise<void> {
  const isOurs = (found: string) =>
    found.endsWith(temporarySuffix) &&
    names.some(name => found === name + temporarySuffix || found.startsWith(name + backupMark));
  for (const found of (await readdir(directory)).filter(isOurs)) {
    await rm(join(directory, found), { force: true, recursive: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Makes creations, renames and removals in the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The system's error code, such as ENOSPC, or else the message; contains no file content. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
