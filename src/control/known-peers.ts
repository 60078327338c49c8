/** Where clients have shown their tokens from: for those peers places are kept (contract, section 4, "Limits"). */
export interface KnownPeers {
  /** Of one client the latest few are known: with more it could fill, alone, what is kept. */
  note(client: string, peer: string): void;
  /** They are clients no more. */
  forget(clients: ReadonlySet<string>): void;
  has(peer: string): boolean;
}

export interface KnownPeersOptions {
  readonly perClient: number;
  readonly forMs: number;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
}

export function createKnownPeers({ perClient, forMs, steadyMs }: KnownPeersOptions): KnownPeers {
  /** When each client was last there, by peer: that is what is asked for, in a flood at every connection. */
  const seen = new Map<string, Map<string, number>>();
  /** By client, the latest peer last. */
  const peers = new Map<string, Set<string>>();

  function leave(client: string, peer: string): void {
    const clients = seen.get(peer);
    clients?.delete(client);
    if (clients?.size === 0) seen.delete(peer);
    peers.get(client)?.delete(peer);
  }

  return {
    note(client, peer) {
      leave(client, peer);
      seen.set(peer, (seen.get(peer) ?? new Map<string, number>()).set(client, steadyMs()));
      const own = (peers.get(client) ?? new Set<string>()).add(peer);
      peers.set(client, own);
      const [oldest] = own;
      if (own.size > perClient && oldest !== undefined) leave(client, oldest);
    },
    forget(clients) {
      for (const client of clients) {
        for (const peer of peers.get(client) ?? []) leave(client, peer);
        peers.delete(client);
      }
    },
    has(peer) {
      const nowMs = steadyMs();
      return [...(seen.get(peer)?.values() ?? [])].some(atMs => nowMs - atMs < forMs);
    },
  };
}
