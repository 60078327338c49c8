import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The part of `os.networkInterfaces()` that matters here. */
export interface OwnAddress {
  readonly family: string;
  /** Address and length of the prefix, such as 203.0.113.7/24. */
  readonly cidr: string | null;
}

const NEAR: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
];

/** So long what the system says of the device's own addresses is taken for true: asking takes a while. */
const OWN_FOR_MS = 1_000;

/** Tells those who come apart by their addresses. */
export interface PeerRule {
  /**
   * Whether this is loopback, link-local, private, or on a prefix of one of the device's own interfaces (contract,
   * section 2, `TONEARM_HTTP_HOST`).
   */
  readonly isNear: (address: string) => boolean;
  /**
   * What counts as one when something is counted (contract, section 4, "Limits"): an address; of IPv6 the /64, which
   * one host may fill, unless that is link-local or on a prefix of the device's own interfaces.
   */
  readonly toPeer: (address: string) => string;
}

export function createPeerRule({
  own = ownAddresses,
  steadyMs = () => performance.now(),
}: {
  readonly own?: () => readonly OwnAddress[];
  readonly steadyMs?: () => number;
} = {}): PeerRule {
  const near = new BlockList();
  for (const [network, prefix, family] of NEAR) near.addSubnet(network, prefix, family);
  let prefixes: BlockList | null = null;
  let askedMs = 0;

  function isOnOwnPrefix({ address, family }: Address): boolean {
    const nowMs = steadyMs();
    if (prefixes === null || nowMs - askedMs >= OWN_FOR_MS) {
      prefixes = toPrefixes(own());
      askedMs = nowMs;
    }
    return prefixes.check(address, family);
  }

  return {
    isNear(address) {
      const peer = parseAddress(address);
      return peer !== null && (near.check(peer.address, peer.family) || isOnOwnPrefix(peer));
    },
    toPeer(address) {
      const peer = parseAddress(address);
      if (peer === null || peer.family === 'ipv4') return peer?.address ?? address;
      const groups = toGroups(peer.address);
      const isLinkLocal = /^fe[89ab]/.test(groups[0] ?? '');
      if (isLinkLocal || isLoopback(address) || isOnOwnPrefix(peer)) return address;
      return `${groups.slice(0, 4).join(':')}::/64`;
    },
  };
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}

function ownAddresses(): readonly OwnAddress[] {
  return Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
}

function toPrefixes(own: readonly OwnAddress[]): BlockList {
  const prefixes = new BlockList();
  for (const { cidr } of own) {
    const [network = '', length = ''] = (cidr ?? '').split('/');
    const parsed = parseAddress(network);
    // A prefix of no length is a tunnel's way to say "everywhere": no neighbourhood.
    if (parsed !== null && Number(length) > 0)
      prefixes.addSubnet(parsed.address, Number(length), parsed.family);
  }
  return prefixes;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function toGroups(address: string): string[] {
  // The URL standard's serializer writes every address one way.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right ?? ''].map(part => (part === '' ? [] : part.split(':')));
  if (right === undefined) return before ?? [];
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0');
  return [...(before ?? []), ...zeros, ...(after ?? [])];
}

interface Address {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
}

/** Without a zone; an IPv4 address mapped into IPv6 is the IPv4 address. */
function parseAddress(text: string): Address | null {
  const address = text.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return { address: mapped, family: 'ipv4' };
  return isIPv6(mapped) ? { address: mapped, family: 'ipv6' } : null;
}
