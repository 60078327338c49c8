/**
 * The peers that clients have shown valid tokens from; places are reserved for them (contract, section 4, "Limits").
 */
export interface KnownPeers {
  /** Notes a peer of a client. Only its latest few are kept: with more, one client could fill the reserve alone. */
  note(client: string, peer: string): void;
  /** Notes the client that was there last once more, if it is still known there: it has stayed connected. */
  renew(peer: string): void;
  /** Forgets the peers of these clients, which have lost access. */
  forget(clients: ReadonlySet<string>): void;
  has(peer: string): boolean;
  /** Returns the client that was there last; null if none was within the time. */
  clientOf(peer: string): string | null;
}

export interface KnownPeersOptions {
  readonly perClient: number;
  readonly forMs: number;
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
}

export function createKnownPeers({ perClient, forMs, steadyMs }: KnownPeersOptions): KnownPeers {
  /** By peer, when each client was last there: `has` is called for every connection, also in a flood. */
  const seen = new Map<string, Map<string, number>>();
  /** The peers of each client, the latest last. */
  const peers = new Map<string, Set<string>>();

  function leave(client: string, peer: string): void {
    const clients = seen.get(peer);
    clients?.delete(client);
    if (clients?.size === 0) seen.delete(peer);
    peers.get(client)?.delete(peer);
  }

  function clientOf(peer: string): string | null {
    const nowMs = steadyMs();
    return [...(seen.get(peer) ?? [])].findLast(([, atMs]) => nowMs - atMs < forMs)?.[0] ?? null;
  }

  function note(client: string, peer: string): void {
    leave(client, peer);
    seen.set(peer, (seen.get(peer) ?? new Map<string, number>()).set(client, steadyMs()));
    const own = (peers.get(client) ?? new Set<string>()).add(peer);
    peers.set(client, own);
    const [oldest] = own;
    if (own.size > perClient && oldest !== undefined) leave(client, oldest);
  }

  return {
    clientOf,
    note,
    renew(peer) {
      const client = clientOf(peer);
      if (client !== null) note(client, peer);
    },
    forget(clients) {
      for (const client of clients) {
        for (const peer of peers.get(client) ?? []) leave(client, peer);
        peers.delete(client);
      }
    },
    has: peer => clientOf(peer) !== null,
  };
}
