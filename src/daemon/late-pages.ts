import type { Pages } from '../ports.js';

/** What is loaded when it is first asked for, once; a failure is not kept. */
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

/** Pages that are loaded when the first request comes; those that come meanwhile wait for them. */
export function createLatePages(load: () => Promise<Pages>): Pages {
  const pages = createLate(load);
  return async request => (await pages())(request);
}
