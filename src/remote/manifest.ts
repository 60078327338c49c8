import { directionOf, type Language } from '../lib/languages.js';
import type { PageWords } from '../words/page-words.js';
import type { ServedFile } from './files.js';

/** Returns the path of the manifest of a language; the files that it names are beside it. */
export function manifestOf(language: Language): string {
  return `remote/assets/manifest${language === 'en' ? '' : `-${language}`}.webmanifest`;
}

/**
 * Builds the manifest by which a phone puts the remote on its home screen under the speaker's own name. `id` is the
 * same in every build, although the manifest's path is not.
 */
export function toManifest(deviceName: string, { language, say }: PageWords): ServedFile {
  const icon = (src: string, sizes: string, purpose = 'any'): object => ({
    src,
    sizes,
    type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  const manifest = {
    id: '/',
    name: deviceName,
    short_name: deviceName,
    description: say('remoteIs'),
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#141112',
    theme_color: '#141112',
    categories: ['music'],
    icons: [
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
      icon('icon.svg', 'any'),
    ],
  };
  return { contentType: 'application/manifest+json', body: `${JSON.stringify(manifest, null, 2)}\n` };
}
