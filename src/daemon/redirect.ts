import { type Config, defaultRedirectUri } from '../config/config.js';
import type { Logger } from '../contract/ports.js';

const CHANGED =
  'The redirect address has changed with the name of this machine. Register the new one with the music service, or set TONEARM_REDIRECT_URI to the former one.';

export interface RedirectUri {
  /** Returns the address now in use, and warns once of each change. */
  current(): string;
  /** Returns the first address of this process, if another is in use now. */
  former(): string | null;
}

/** Tracks the redirect address, which must be registered with the service and follows the host's name unless it is set. */
export function trackRedirectUri(config: Config, port: () => number, logger: Logger): RedirectUri {
  let first: string | null = null;
  let told: string | null = null;

  function current(): string {
    const now = config.redirectUri ?? defaultRedirectUri(config, port());
    // Before the server listens, the port is not known.
    if (port() === 0) return now;
    first ??= now;
    if (told !== null && told !== now) logger.warn({ former: told, now }, CHANGED);
    told = now;
    return now;
  }

  return {
    current,
    former() {
      const now = current();
      return first === null || first === now ? null : first;
    },
  };
}
