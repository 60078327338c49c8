import type { Pages } from '../ports.js';

/** Pages that are loaded when the first request comes; those that come meanwhile wait for them. */
export function createLatePages(load: () => Promise<Pages>): Pages {
  let loaded: Promise<Pages> | null = null;
  return async request => {
    // A failure is not kept: the next request tries again.
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return (await loaded)(request);
  };
}
