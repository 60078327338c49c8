import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Every script of the remote, by its place under the compiled `src`; nothing else is ever read. */
export const SCRIPTS = [
  'client/answers.js',
  'client/backoff.js',
  'client/connection.js',
  'client/control-client.js',
  'client/control-error.js',
  'client/frame.js',
  'client/protocol.js',
  'client/session.js',
  'client/shape.js',
  'client/state-copy.js',
  'client/state-shape.js',
  'core/public-state.js',
  'remote/browser/main.js',
  'remote/browser/state/intent.js',
  'remote/browser/state/pages.js',
  'remote/browser/state/speaker.js',
  'remote/browser/state/token.js',
  'remote/browser/vendor/preact-hooks.js',
  'remote/browser/vendor/preact.js',
  'remote/browser/views/admission.js',
  'remote/browser/views/artwork.js',
  'remote/browser/views/collection.js',
  'remote/browser/views/icons.js',
  'remote/browser/views/item-list.js',
  'remote/browser/views/kind-chips.js',
  'remote/browser/views/messages.js',
  'remote/browser/views/mini-player.js',
  'remote/browser/views/player.js',
  'remote/browser/views/position-bar.js',
  'remote/browser/views/range.js',
  'remote/browser/views/remote.js',
  'remote/browser/views/search.js',
  'remote/browser/views/sections.js',
  'remote/browser/views/silence.js',
  'remote/browser/views/transport.js',
  'remote/browser/views/volume.js',
  'remote/browser/words.js',
] as const;

/** In the order the page names them: a later one may draw over an earlier one. */
export const STYLES = [
  'remote/assets/frame.css',
  'remote/assets/player.css',
  'remote/assets/controls.css',
  'remote/assets/library.css',
  'remote/assets/overlay.css',
  'remote/assets/layout.css',
] as const;

const ASSETS = {
  'remote/assets/art.svg': 'image/svg+xml',
  'remote/assets/icon.svg': 'image/svg+xml',
  'remote/assets/manifest.webmanifest': 'application/manifest+json',
} as const;

export interface ServedFile {
  readonly contentType: string;
  readonly body: string;
}

export interface ServedFiles {
  /** Names this very content: another build has another, so that what it names never changes. */
  readonly digest: string;
  readonly files: ReadonlyMap<string, ServedFile>;
}

/** Source maps are not served, and a browser would ask for them. */
function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}

/** Reads all of the remote once. Rejects when it was not built. */
export async function readServedFiles(root: URL): Promise<ServedFiles> {
  const types: Readonly<Record<string, string>> = {
    ...Object.fromEntries(SCRIPTS.map(path => [path, SCRIPT])),
    ...Object.fromEntries(STYLES.map(path => [path, STYLE])),
    ...ASSETS,
  };
  const digest = createHash('sha256');
  const files = new Map<string, ServedFile>();
  for (const [path, contentType] of Object.entries(types)) {
    const text = await readFile(new URL(path, root), 'utf8').catch((cause: unknown) => {
      throw new Error(`The web remote lacks ${path}: run "npm run build".`, { cause });
    });
    const body = contentType === SCRIPT ? withoutSourceMap(text) : text;
    digest.update(`${path}\0${body}\0`);
    files.set(path, { contentType, body });
  }
  return { digest: digest.digest('hex').slice(0, 16), files };
}
