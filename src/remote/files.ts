import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Language } from '../lib/languages.js';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

const FOLDER = 'remote/assets/';

/** The remote's main module; the build creates it, and beside it the modules that are fetched on demand. */
export const SCRIPT_FILE = `${FOLDER}remote.js`;

/** The guard script, which runs whether or not the other scripts arrive. */
export const GUARD = `${FOLDER}guard.js`;

/** Returns the path of the module with all sentences of one language. */
export function wordsFileOf(language: Language): string {
  return `${FOLDER}words-${language}.js`;
}

/** The smallest icon. */
export const ICON = `${FOLDER}icon.svg`;

/** The concatenated style sheets of the first view. */
export const STYLE_FILE = 'remote/assets/remote.css';

/** The concatenated style sheets of all views that are fetched on demand; `STYLE_FILE` overrides it. */
const LATER_STYLE_FILE = 'remote/assets/later.css';
const LATER_STYLES = [
  'remote/assets/rows.css',
  'remote/assets/mini-more.css',
  'remote/assets/forms.css',
  'remote/assets/library.css',
  'remote/assets/library-phone.css',
  'remote/assets/tiles.css',
  'remote/assets/speaker.css',
  'remote/assets/before.css',
  'remote/assets/rooms.css',
  'remote/assets/agenda.css',
  'remote/assets/alarm-form.css',
  'remote/assets/ringing.css',
  'remote/assets/presets.css',
  'remote/assets/wall.css',
  'remote/assets/forced-later.css',
] as const;

/** In the order of concatenation: a later sheet may override an earlier one. */
const STYLES = [
  'remote/assets/theme.css',
  'remote/assets/frame.css',
  'remote/assets/motion.css',
  'remote/assets/player.css',
  'remote/assets/player-large-text.css',
  'remote/assets/controls.css',
  'remote/assets/volume.css',
  'remote/assets/list.css',
  'remote/assets/card.css',
  'remote/assets/overlay.css',
  'remote/assets/layout.css',
  'remote/assets/layout-landscape.css',
  'remote/assets/forced.css',
] as const;

const ASSETS = {
  'remote/assets/apple-touch-icon.png': 'image/png',
  'remote/assets/art.svg': 'image/svg+xml',
  'remote/assets/icon-192.png': 'image/png',
  'remote/assets/icon-512.png': 'image/png',
  'remote/assets/icon-maskable-512.png': 'image/png',
  'remote/assets/icon.svg': 'image/svg+xml',
  'remote/assets/licenses.txt': 'text/plain; charset=utf-8',
} as const;

export interface ServedFile {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** The body compressed with gzip; absent if that would not make it smaller. */
  readonly gzipped?: Uint8Array;
}

const pack = promisify(gzip);
const PACKED = /^(?:text\/|image\/svg|application\/manifest)/;

/** Compresses the file once, for all requests. */
export async function packed(file: ServedFile): Promise<ServedFile> {
  if (!PACKED.test(file.contentType)) return file;
  const gzipped = await pack(file.body, { level: 9 });
  return gzipped.length < Buffer.byteLength(file.body) ? { ...file, gzipped } : file;
}

export interface ServedFiles {
  /** A hash of the content: it differs for each build, so that addresses under it never change their content. */
  readonly digest: string;
  readonly files: ReadonlyMap<string, ServedFile>;
}

async function read(root: URL, path: string, contentType: string): Promise<ServedFile> {
  const body = await readFile(new URL(path, root)).catch((cause: unknown) => {
    throw new Error(`The web remote lacks ${path}: run "npm run build".`, { cause });
  });
  return { contentType, body };
}

async function joined(root: URL, paths: readonly string[]): Promise<ServedFile> {
  const styles = await Promise.all(paths.map(path => read(root, path, STYLE)));
  return { contentType: STYLE, body: Buffer.from(styles.map(({ body }) => String(body)).join('')) };
}

/**
 * Reads all files of the remote once and adds those in `made` for this speaker. Rejects if the remote was not built.
 */
export async function readServedFiles(
  root: URL,
  made: ReadonlyMap<string, ServedFile>,
): Promise<ServedFiles> {
  const types: Record<string, string> = {
    [SCRIPT_FILE]: SCRIPT,
    [GUARD]: SCRIPT,
    ...ASSETS,
  };
  for (const name of await readdir(new URL(FOLDER, root)).catch(() => []))
    if (name.endsWith('.js')) types[`${FOLDER}${name}`] = SCRIPT;
  const files = new Map(made);
  for (const [path, contentType] of Object.entries(types)) {
    files.set(path, await read(root, path, contentType));
  }
  files.set(STYLE_FILE, await joined(root, STYLES));
  files.set(LATER_STYLE_FILE, await joined(root, LATER_STYLES));
  const digest = createHash('sha256');
  for (const [path, { body }] of files) digest.update(`${path}\0`).update(body).update('\0');
  for (const [path, file] of files) files.set(path, await packed(file));
  return { digest: digest.digest('hex').slice(0, 16), files };
}
