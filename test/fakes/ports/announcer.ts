import type { Announcer } from '../../../src/contract/announcer-port.js';

/** One in whose hands every clip is a second long, and over at once. */
export const QUIET_ANNOUNCER: Announcer = {
  take: () => Promise.resolve(1_000),
  takeTones: () => 450,
  say: () => Promise.resolve(1_000),
  begin: () => Promise.resolve(),
  end: () => undefined,
  stop: () => undefined,
};
