import type { ClientRecord } from '../../contract/records.js';

/** How many names are kept per client: those that it had longest. */
const KEPT = 8;

type Named = Pick<ClientRecord, 'id' | 'name'>;

/**
 * Former names of clients since the agent started. Other clients still know a client by them, so that nobody else may
 * use one as long as the client is admitted.
 */
export interface FormerNames {
  /**
   * Notes the present name of a client that is about to be renamed. `all`: the admitted clients; names of others are
   * dropped.
   */
  note(client: Named, all: readonly Named[]): void;
  /** Returns the present and former names of these clients. */
  inUse(clients: readonly Named[]): readonly string[];
}

interface Borne {
  sinceMs: number;
  /** How long the client had each name, milliseconds. */
  readonly names: Map<string, number>;
}

export function createFormerNames(steadyMs: () => number): FormerNames {
  const startedMs = steadyMs();
  const borne = new Map<string, Borne>();

  return {
    note({ id, name }, all) {
      for (const known of borne.keys()) if (!all.some(client => client.id === known)) borne.delete(known);
      const nowMs = steadyMs();
      const own = borne.get(id) ?? { sinceMs: startedMs, names: new Map<string, number>() };
      borne.set(id, own);
      own.names.set(name, (own.names.get(name) ?? 0) + nowMs - own.sinceMs);
      own.sinceMs = nowMs;
      // Drop neither the first nor the last name, but the one used for the shortest time: otherwise an attacker could
      // free a client's name by renaming it often.
      const [shortest] = [...own.names].sort(([, one], [, other]) => one - other);
      if (own.names.size > KEPT && shortest !== undefined) own.names.delete(shortest[0]);
    },
    inUse: clients => clients.flatMap(({ id, name }) => [name, ...(borne.get(id)?.names.keys() ?? [])]),
  };
}
