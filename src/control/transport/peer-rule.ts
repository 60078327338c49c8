import type { BlockList } from 'node:net';
import {
  type Address,
  isLoopback,
  isNear,
  type OwnAddress,
  ownAddresses,
  parseAddress,
  toGroups,
  toPrefixes,
} from '../../lib/near.js';

/** How long the list of the device's own addresses is cached, milliseconds: reading it takes a while. */
const OWN_FOR_MS = 1_000;

/** Classifies peers by their addresses. */
export interface PeerRule {
  /**
   * Whether this is loopback, link-local, private, or on a prefix of one of the device's own interfaces (contract,
   * section 2, `TONEARM_HTTP_HOST`).
   */
  readonly isNear: (address: string) => boolean;
  /**
   * Returns the peer that an address counts as (contract, section 4, "Limits"): the address itself or, for IPv6, the
   * /64, all of which one host may use, unless it is link-local or on a prefix of the device's own interfaces.
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
      return peer !== null && (isNear(address) || isOnOwnPrefix(peer));
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
