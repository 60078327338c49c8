import { hostname, networkInterfaces } from 'node:os';

/** What this machine is called in its own network, such as kitchen.local, where Avahi tells nothing else. */
export function localName(): string {
  const own = hostname();
  return `${own.split('.')[0] ?? own}.local`;
}

/** So many are told: a phone is in one of the networks. */
const MOST_ADDRESSES = 2;

/** The IPv4 addresses of this machine in the networks of the house, for phones that do not know its name. */
export function houseAddresses(interfaces = networkInterfaces()): readonly string[] {
  const found = Object.entries(interfaces)
    // What containers and virtual machines talk over leads no phone anywhere.
    .filter(([name]) => !/^(docker|br-|veth|virbr|lxc)/.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address);
  return [...new Set(found)].slice(0, MOST_ADDRESSES);
}

/** The names by which this machine may be addressed (contract, section 3, "Host"). */
export function hostNames(redirectUri: string, avahiName: string | null): string[] {
  const own = hostname();
  const label = own.split('.')[0] ?? own;
  const names = [own, label, `${own}.local`, localName(), new URL(redirectUri).hostname];
  return avahiName === null ? names : [...names, avahiName];
}
