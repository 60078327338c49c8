import type { ClientRecord } from '../../contract/records.js';
import type { Leaving } from './terms.js';
import { findByProof, type ShownProof } from './verifiers.js';

/** How many former clients are remembered, while the agent runs. */
const KEPT = 64;

/** What a client that lost access is told: `why`, and by whom, unless it did that itself. */
export interface Farewell {
  readonly why: Leaving['what'];
  readonly by?: string;
}

/** Remembers clients that lost access, so that a phone that was asleep learns why. */
export interface Farewells {
  note(gone: readonly ClientRecord[], leaving: Leaving): void;
  /** Returns the farewell of the client that this proof belongs to; null if it is not remembered. */
  of(shown: ShownProof): Farewell | null;
}

export function createFarewells(): Farewells {
  let kept: readonly { readonly client: ClientRecord; readonly farewell: Farewell }[] = [];
  return {
    note(gone, { what: why, by: { id, name } }) {
      const now = gone.map(client => {
        const isOwn = id === client.id;
        return { client, farewell: { why, ...(name !== null && !isOwn && { by: name }) } };
      });
      kept = [...kept, ...now].slice(-KEPT);
    },
    of(shown) {
      // A proof without an id could belong to any of them: checking all would be too much work.
      const known = kept.filter(({ client }) => client.id === shown.id);
      const found =
        shown.id === ''
          ? undefined
          : findByProof(
              known.map(({ client }) => client),
              shown,
            );
      return known.findLast(({ client }) => client === found?.client)?.farewell ?? null;
    },
  };
}
