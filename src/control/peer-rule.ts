import { BlockList, isIPv4, isIPv6 } from 'node:net';

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

/**
 * Whether a peer is loopback, link-local, private, or on a prefix of one of the device's own interfaces
 * (contract, section 2, `TONEARM_HTTP_HOST`). `own` is asked only about the others.
 */
export function isNearPeer(address: string, own: () => readonly OwnAddress[]): boolean {
  const peer = parseAddress(address);
  if (peer === null) return false;
  const near = new BlockList();
  for (const [network, prefix, family] of NEAR) near.addSubnet(network, prefix, family);
  if (near.check(peer.address, peer.family)) return true;
  for (const { cidr } of own()) {
    const [network = '', length = ''] = (cidr ?? '').split('/');
    const parsed = parseAddress(network);
    // A prefix of no length is a tunnel's way to say "everywhere": no neighbourhood.
    if (parsed !== null && Number(length) > 0) near.addSubnet(parsed.address, Number(length), parsed.family);
  }
  return near.check(peer.address, peer.family);
}

/** Without a zone; an IPv4 address mapped into IPv6 is the IPv4 address. */
function parseAddress(text: string): { address: string; family: 'ipv4' | 'ipv6' } | null {
  const address = text.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return { address: mapped, family: 'ipv4' };
  return isIPv6(mapped) ? { address: mapped, family: 'ipv6' } : null;
}
