import { ControlError } from '../../../client/control-error.js';
import type { Words } from '../words/words.js';

const AGAIN_MS = 1_000;

/** Selects a style sheet of the page, in whatever folder its build is. */
const sheet = (name: string): HTMLLinkElement | null => document.querySelector(`link[href$="/${name}"]`);

/** Loads the later style sheet once, with less precedence than the page's own. Rejects if it does not arrive. */
async function loadStyle(): Promise<void> {
  const own = sheet('remote.css');
  const before = sheet('later.css');
  if (before?.sheet) return;
  const link = before ?? document.createElement('link');
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // So that the next call tries again.
      link.remove();
      reject(new Error(link.href));
    });
    if (before !== null) return;
    link.rel = 'stylesheet';
    link.href = new URL('later.css', own?.href).href;
    own?.before(link);
  });
}

/**
 * Loads a part of the page, with the words and styles loaded later. Tries twice, because a phone that moves to another
 * network loses its requests. Rejects with a `ControlError` if the part does not arrive.
 */
export async function loadLate<T>({ rest }: Words, load: () => Promise<T>): Promise<T> {
  const fetch = (): Promise<T> => Promise.all([load(), rest(), loadStyle()]).then(([part]) => part);
  try {
    return await fetch().catch(() => new Promise(resolve => setTimeout(resolve, AGAIN_MS)).then(fetch));
  } catch (cause) {
    throw new ControlError('disconnected', 'The speaker cannot be reached.', { cause });
  }
}
