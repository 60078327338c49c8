import type { AvahiHostName } from '../discovery/avahi-host-name.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { createLate } from './late-pages.js';
import { type RedirectUri, trackRedirectUri } from './redirect.js';

/** The names of this speaker that others may change while it runs. */
export interface NetworkNames {
  readonly redirect: RedirectUri;
  /** Returns the places of other speakers that have this one's id, such as `kitchen-2.local:8710`. Never rejects. */
  readonly findTwins: () => Promise<readonly string[]>;
  /** Asks Avahi which name it holds now. Never rejects. */
  readonly refreshAddress: () => Promise<unknown>;
}

/** How often the redirect address is looked at, which may change while nobody asks for it. */
const EVERY_MS = 60_000;
/** When other speakers are first looked for: once this one is advertised, and plays. */
const FIRST_MS = 15_000;

/** Tracks the redirect address, and watches for other speakers of the same id. */
export function watchNames(
  { config, logger, stopLater }: Wiring,
  { device }: AgentParts,
  {
    port,
    avahiHost,
  }: {
    readonly port: () => number;
    readonly avahiHost: AvahiHostName;
  },
): NetworkNames {
  const redirect = trackRedirectUri(config, port, logger);
  const shared = { redirect, refreshAddress: () => avahiHost.refresh() };
  const names = setInterval(() => redirect.current(), EVERY_MS);
  names.unref();
  stopLater('names', () => clearInterval(names));
  if (!config.mdns) return { ...shared, findTwins: () => Promise.resolve([]) };
  const twins = createLate(async () => {
    const { createTwins } = await import('../discovery/twins.js');
    return createTwins({
      ownId: device.deviceUuid,
      port,
      hostName: () => avahiHost.refresh(),
      logger,
    });
  });
  let stop = () => clearTimeout(first);
  const first = setTimeout(() => {
    void twins().then(found => {
      stop = () => found.stop();
      found.start();
    });
  }, FIRST_MS);
  first.unref();
  stopLater('twins', () => stop());
  return { ...shared, findTwins: async () => (await twins()).find() };
}
