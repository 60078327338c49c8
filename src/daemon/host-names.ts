import { hostname, networkInterfaces } from 'node:os';
import { type AvahiHostName, createAvahiHostName } from '../discovery/avahi-host-name.js';
import { houseHosts } from '../lib/near.js';
import type { Logger } from '../contract/ports.js';

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
