import type { ClientRecord } from '../records.js';
import type { Leaving } from './terms.js';
import { findByProof, type Shown } from './verifiers.js';

/** So many are remembered, until the agent ends. */
const KEPT = 64;

/** What somebody is told who is let in no more: `why`, and by whom, where somebody else did it. */
export interface Farewell {
  readonly why: Leaving['what'];
  readonly by?: string;
}

/** Remembers those who lost access, so that a phone that slept meanwhile is told why. */
export interface Farewells {
  note(gone: readonly ClientRecord[], leaving: Leaving): void;
  /** Of whoever proves that he is the one; null: nobody that is remembered. */
  of(shown: Shown): Farewell | null;
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
      // Who bears no id could be anybody: all of them would have to be tried.
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
