import type { Pages } from '../ports.js';

/** Pages that are loaded when the first request comes; those that come meanwhile wait for them. */
export function createLatePages(load: () => Promise<Pages>): Pages {
  let loaded: Promise<Pages> | null = null;
  return async request => {
    loaded ??= load();
    return (await loaded)(request);
  };
}
