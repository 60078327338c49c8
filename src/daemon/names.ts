import { hostname, networkInterfaces } from 'node:os';
import { type Config, defaultRedirectUri } from '../config/config.js';
import type { Logger } from '../contract/ports.js';
import { type AvahiHostName, createAvahiHostName } from '../discovery/avahi-host-name.js';
import { houseHosts } from '../lib/near.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { createLate } from './late.js';

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

const CHANGED =
  'The redirect address has changed with the name of this machine. Register the new one with the music service, or set TONEARM_REDIRECT_URI to the former one.';

interface RedirectUri {
  /** Returns the address now in use, and warns once of each change. */
  current(): string;
  /** Returns the first address of this process, if another is in use now. */
  former(): string | null;
}

/** Tracks the redirect address, which must be registered with the service and follows the host's name unless it is set. */
function trackRedirectUri(config: Config, port: () => number, logger: Logger): RedirectUri {
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

const NAME_TAKEN =
  'Avahi does not call this machine by its own name. If another host claims that, it gets the sign-ins and links that name it.';

/** The name of this machine in its local network, such as kitchen.local, unless Avahi gives another. */
export function localName(): string {
  const own = hostname();
  return `${own.split('.')[0] ?? own}.local`;
}

/** Tracks the name that Avahi holds, and warns when it is not the expected one. */
export function trackHostName(logger: Logger): AvahiHostName {
  return createAvahiHostName({
    onChange: name => {
      if (name !== localName().toLowerCase()) logger.warn({ name, wish: localName() }, NAME_TAKEN);
    },
  });
}

/** The host of the redirect address if Avahi gives this machine another name: another host may hold it. Else null. */
export function toTakenHost(redirectUri: string, avahiName: string | null): string | null {
  const { hostname: host } = new URL(redirectUri);
  return avahiName !== null && host.endsWith('.local') && host !== avahiName ? host : null;
}

/** The most addresses given: a phone is in one of the networks. */
const MOST_ADDRESSES = 2;

/** The addresses of this machine in the local networks, for phones that do not know its name. At most two. */
export function houseAddresses(): readonly string[] {
  return houseHosts(networkInterfaces()).slice(0, MOST_ADDRESSES);
}

/** The names by which clients may address this machine (contract, section 3, "Host"). */
export function hostNames(redirectUri: string, avahiName: string | null): string[] {
  const own = hostname();
  const label = own.split('.')[0] ?? own;
  const names = [own, label, `${own}.local`, localName(), new URL(redirectUri).hostname];
  return avahiName === null ? names : [...names, avahiName];
}
