/** Classifies addresses by nearness: for peers, and for where addresses from the service may lead. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** The part of `os.networkInterfaces()` that matters here. */
export interface OwnAddress {
  readonly family: string;
  /** Address and prefix length, such as 203.0.113.7/24. */
  readonly cidr: string | null;
}

type Network = readonly [string, number, 'ipv4' | 'ipv6'];

/** Loopback and private networks (RFC 1918, RFC 4193). */
const OF_HOUSE: readonly Network[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
];
const HOUSE = toList(OF_HOUSE);
const NEAR = toList([...OF_HOUSE, ['169.254.0.0', 16, 'ipv4'], ['fe80::', 10, 'ipv6']]);

/**
 * Networks that peers do not come from, but that an address can lead to: this machine by another name, a carrier's own
 * network, a tunnel behind a router, all hosts at once.
 */
const NOWHERE_PUBLIC = toList([
  ['0.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]);

/** Whether the address is loopback, link-local or private. */
export function isNear(address: string): boolean {
  return isIn(parseAddress(address), NEAR);
}

/** Whether the address is loopback or private (RFC 1918, RFC 4193): in the house for certain. */
export function isOfHouse(address: string): boolean {
  return isIn(parseAddress(address), HOUSE);
}

/** Returns the prefixes of these interfaces. */
export function toPrefixes(own: readonly OwnAddress[]): BlockList {
  return toList(
    own.flatMap(({ cidr }) => {
      const [network = '', length = ''] = (cidr ?? '').split('/');
      const parsed = parseAddress(network);
      // A tunnel has a prefix of length 0 to mean "everywhere": no local network.
      if (parsed === null || !(Number(length) > 0)) return [];
      return [[parsed.address, Number(length), parsed.family] as const];
    }),
  );
}

export function ownAddresses(): readonly OwnAddress[] {
  return Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
}

/** Whether the address is a loopback address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}

/** Whether both are the same address, or both addresses of this machine. */
export function isSameMachine(a: string, b: string, own = ownAddresses): boolean {
  const isOurs = (address: string): boolean =>
    isLoopback(address) || own().some(({ cidr }) => cidr?.replace(/\/.*/, '') === address);
  return a === b || (isOurs(a) && isOurs(b));
}

/** Whether an address leads to this machine or a private network; an invalid one counts as such. */
export function leadsNear(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null || isIn(parsed, NEAR) || isIn(parsed, NOWHERE_PUBLIC)) return true;
  const within = embeddedIn(parsed);
  return within !== null && leadsNear(within);
}

/**
 * Names that mean a machine of the local network wherever they are looked up (RFC 6761, RFC 6762, RFC 8375 and custom).
 */
const NEAR_NAME = /^[^.]+$|(^|\.)(localhost|local|home\.arpa|internal|intranet|lan|home)$/i;

/**
 * Whether a host name, not an IP address, is near by its form; others may be near, too. A name with an empty label,
 * such as `nas..`, is invalid and counts as near, as browsers may make anything of it.
 */
export function isNearName(name: string): boolean {
  if (parseAddress(name) !== null) return false;
  const plain = name.replace(/\.$/, '');
  return NEAR_NAME.test(plain) || plain.split('.').includes('');
}

/**
 * Whether a name server uses this address to block a name: no machine has it, but connecting to it leads to this
 * machine.
 */
export function isUnspecified(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  return (embeddedIn(parsed) ?? parsed.address) === '0.0.0.0';
}

/** Returns the IPv4 address that an IPv6 one stands for (RFC 6052, RFC 3056; RFC 4291 section 2.5.5.1, RFC 2765). */
function embeddedIn({ address, family }: Address): string | null {
  if (family === 'ipv4') return null;
  const groups = toGroups(address).map(group => Number.parseInt(group, 16));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const toIPv4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (a === 0x2002) return toIPv4(b, c);
  const isTranslated = a === 0x64 && b === 0xff9b;
  const isZero = [a, b, c, d].every(group => group === 0);
  const isWithin = isZero && ((e === 0 && [0, 0xffff].includes(f)) || (e === 0xffff && f === 0));
  return isTranslated || isWithin ? toIPv4(g, h) : null;
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
export function toGroups(address: string): string[] {
  // The URL standard's serializer writes every address in one form.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right ?? ''].map(part => (part === '' ? [] : part.split(':')));
  if (right === undefined) return before ?? [];
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0');
  return [...(before ?? []), ...zeros, ...(after ?? [])];
}

export interface Address {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
}

/** Parses an address, without its zone; an IPv4 address mapped into IPv6 becomes IPv4. Null if it is invalid. */
export function parseAddress(text: string): Address | null {
  const address = text.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return { address: mapped, family: 'ipv4' };
  return isIPv6(mapped) ? { address: mapped, family: 'ipv6' } : null;
}

function toList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of networks) list.addSubnet(network, prefix, family);
  return list;
}

function isIn(address: Address | null, list: BlockList): boolean {
  return address !== null && list.check(address.address, address.family);
}

/**
 * The hosts, as in an address of the web, by which phones in the local networks reach this machine without its name:
 * its IPv4 addresses; where it has none, its IPv6 addresses.
 */
export function houseHosts(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): readonly string[] {
  const found = Object.entries(interfaces)
    // Phones cannot reach the interfaces of containers and virtual machines.
    .filter(([name]) => !/^(docker|br-|veth|virbr|lxc)/.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^(169\.254\.|fe[89ab])/i.test(address));
  const ofFamily = (wanted: string) =>
    found.filter(({ family }) => family === wanted).map(({ address }) => address);
  const hosts = ofFamily('IPv4');
  return [...new Set(hosts.length > 0 ? hosts : ofFamily('IPv6').map(address => `[${address}]`))];
}
