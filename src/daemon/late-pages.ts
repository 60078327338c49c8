import type { Pages } from '../contract/ports.js';

/** Returns a function that loads something at the first call and keeps it; a failure is not kept. */
export function createLate<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** Creates pages that are loaded at the first request; requests that arrive meanwhile wait for them. */
export function createLatePages(load: () => Promise<Pages>): Pages {
  const pages = createLate(load);
  return async request => (await pages())(request);
}
