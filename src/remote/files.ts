import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Every script the remote begins with, by its place under the compiled `src`. */
export const SCRIPTS = [
  'client/answers.js',
  'client/backoff.js',
  'client/claim.js',
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
  'remote/browser/state/address.js',
  'remote/browser/state/admission.js',
  'remote/browser/state/answer.js',
  'remote/browser/state/device-name.js',
  'remote/browser/state/intent.js',
  'remote/browser/state/kinds.js',
  'remote/browser/state/messages.js',
  'remote/browser/state/pages.js',
  'remote/browser/state/route.js',
  'remote/browser/state/secrets.js',
  'remote/browser/state/speaker.js',
  'remote/browser/vendor/preact-hooks.js',
  'remote/browser/vendor/preact.js',
  'remote/browser/views/admission/admission.js',
  'remote/browser/views/admission/code-form.js',
  'remote/browser/views/admission/paste-form.js',
  'remote/browser/views/library/collection.js',
  'remote/browser/views/library/favorites.js',
  'remote/browser/views/library/item-row.js',
  'remote/browser/views/library/library.js',
  'remote/browser/views/library/more-button.js',
  'remote/browser/views/library/paged-list.js',
  'remote/browser/views/library/search.js',
  'remote/browser/views/library/thumbs.js',
  'remote/browser/views/messages.js',
  'remote/browser/views/parts/act-button.js',
  'remote/browser/views/parts/artwork.js',
  'remote/browser/views/parts/card.js',
  'remote/browser/views/parts/chips.js',
  'remote/browser/views/parts/icons.js',
  'remote/browser/views/parts/question.js',
  'remote/browser/views/parts/range.js',
  'remote/browser/views/player/mini-player.js',
  'remote/browser/views/player/opinion.js',
  'remote/browser/views/player/player.js',
  'remote/browser/views/player/position-bar.js',
  'remote/browser/views/player/silence.js',
  'remote/browser/views/player/titles.js',
  'remote/browser/views/player/transport.js',
  'remote/browser/views/player/volume.js',
  'remote/browser/views/remote.js',
  'remote/browser/views/sections.js',
  'remote/browser/views/speaker/about.js',
  'remote/browser/views/speaker/account.js',
  'remote/browser/views/speaker/invitation.js',
  'remote/browser/views/speaker/phones.js',
  'remote/browser/views/speaker/qr-code.js',
  'remote/browser/views/speaker/share-link.js',
  'remote/browser/views/speaker/sign-out.js',
  'remote/browser/views/speaker/speaker.js',
  'remote/browser/views/steering.js',
  'remote/browser/words/labels.js',
  'remote/browser/words/reasons.js',
  'remote/browser/words/time.js',
  'remote/browser/words/types.js',
] as const;

/** Runs whether the others arrive or not. */
export const GUARD = 'remote/browser/guard.js';

/** Scripts fetched when first needed. Nothing beside these lists is ever read. */
export const LATE_SCRIPTS = ['remote/browser/vendor/uqr.js'] as const;

/** In the order the page names them: a later one may draw over an earlier one. */
export const STYLES = [
  'remote/assets/frame.css',
  'remote/assets/player.css',
  'remote/assets/controls.css',
  'remote/assets/library.css',
  'remote/assets/forms.css',
  'remote/assets/speaker.css',
  'remote/assets/overlay.css',
  'remote/assets/layout.css',
] as const;

const ASSETS = {
  'remote/assets/apple-touch-icon.png': 'image/png',
  'remote/assets/art.svg': 'image/svg+xml',
  'remote/assets/icon-192.png': 'image/png',
  'remote/assets/icon-512.png': 'image/png',
  'remote/assets/icon-maskable-512.png': 'image/png',
  'remote/assets/icon.svg': 'image/svg+xml',
} as const;

export interface ServedFile {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

export interface ServedFiles {
  /** Names this very content: another build has another, so that what it names never changes. */
  readonly digest: string;
  readonly files: ReadonlyMap<string, ServedFile>;
}

async function read(root: URL, path: string, contentType: string): Promise<ServedFile> {
  const bytes = await readFile(new URL(path, root)).catch((cause: unknown) => {
    throw new Error(`The web remote lacks ${path}: run "npm run build".`, { cause });
  });
  // Source maps are not served, and a browser would ask for them.
  const body =
    contentType === SCRIPT ? bytes.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n') : bytes;
  return { contentType, body };
}

/**
 * Reads all of the remote once, and adds what was `made` for this speaker. Rejects when the remote was not built.
 */
export async function readServedFiles(
  root: URL,
  made: ReadonlyMap<string, ServedFile>,
): Promise<ServedFiles> {
  const types: Readonly<Record<string, string>> = {
    ...Object.fromEntries([...SCRIPTS, GUARD, ...LATE_SCRIPTS].map(path => [path, SCRIPT])),
    ...Object.fromEntries(STYLES.map(path => [path, STYLE])),
    ...ASSETS,
  };
  const files = new Map(made);
  for (const [path, contentType] of Object.entries(types)) {
    files.set(path, await read(root, path, contentType));
  }
  const digest = createHash('sha256');
  for (const [path, { body }] of files) digest.update(`${path}\0`).update(body).update('\0');
  return { digest: digest.digest('hex').slice(0, 16), files };
}
