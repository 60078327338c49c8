import type { ClientRecord } from '../records.js';

/** Of one client that are kept: of more, those that it bore longest. */
const KEPT = 8;

type Named = Pick<ClientRecord, 'id' | 'name'>;

/**
 * What clients were called before, since the agent started: others know them by that still, so that nobody else may act under
 * it as long as they are admitted.
 */
export interface FormerNames {
  /** It is called something else from now on. `all`: those who are admitted; of others nothing is kept. */
  note(client: Named, all: readonly Named[]): void;
  /** What these are called, and were. */
  inUse(clients: readonly Named[]): readonly string[];
}

interface Borne {
  sinceMs: number;
  /** How long each, milliseconds. */
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
      // Not the first, nor the last: whoever wants the name of another would rename that one until it is forgotten.
      const [shortest] = [...own.names].sort(([, one], [, other]) => one - other);
      if (own.names.size > KEPT && shortest !== undefined) own.names.delete(shortest[0]);
    },
    inUse: clients => clients.flatMap(({ id, name }) => [name, ...(borne.get(id)?.names.keys() ?? [])]),
  };
}
