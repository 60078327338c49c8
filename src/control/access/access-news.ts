import type { AccessChange } from '../../contract/protocol.js';
import type { ClientRecord } from '../../contract/records.js';
import { type Incidents, UNTIL_RESTART } from '../gate/incidents.js';
import type { Doer, Leaving } from './terms.js';
import { findByProof, type ShownProof } from './verifiers.js';

/** How many former clients are remembered, while the agent runs. */
const FAREWELLS = 64;

/** What a client that lost access is told: `why`, and by whom, unless it did that itself. */
export interface Farewell {
  readonly why: Leaving['what'];
  readonly by?: string;
}

/** Receives the ids of clients whose tokens have just become worthless. */
export type RevokedListener = (ids: ReadonlySet<string>) => void;
export type ChangeListener = (change: AccessChange) => void;

/** Lets others follow changes to the list of clients. */
export interface AccessFollowing {
  /** Registers a listener for clients that lose access; call the returned function to remove it. */
  readonly onRevoked: (listener: RevokedListener) => () => void;
  /** Sends a change that does not come from the list of clients to all change listeners. */
  readonly announce: (change: AccessChange) => void;
  /**
   * Registers a listener for admissions, revocations and announced changes; call the returned function to remove it.
   */
  readonly onChange: (listener: ChangeListener) => () => void;
}

export type AccessNews = ReturnType<typeof createAccessNews>;

/** Tells the listeners and the log which clients come and go. */
export function createAccessNews(incidents: Pick<Incidents, 'note'>) {
  const revokedListeners = new Set<RevokedListener>();
  const changeListeners = new Set<ChangeListener>();
  const farewells = createFarewells();
  const toWho = ({ name }: Doer) => (name === null ? {} : { by: name });

  function announce(change: AccessChange): void {
    for (const listener of changeListeners) listener(change);
  }

  function logGone(gone: readonly ClientRecord[], { what, by, why }: Leaving, isSaved: boolean): void {
    // A sign-out removes all clients at once; the code that signs out logs it once, if it succeeds.
    if (what === 'signedOut' && isSaved) return;
    const act = what === 'expired' ? what : 'revoked';
    const peer = what === 'expired' ? undefined : by.peer;
    const lasts = isSaved ? undefined : UNTIL_RESTART;
    for (const { name } of gone) incidents.note(act, peer, { client: name, ...toWho(by), why, lasts });
  }

  return {
    announce,
    onRevoked: (listener: RevokedListener) => {
      revokedListeners.add(listener);
      return () => void revokedListeners.delete(listener);
    },
    onChange: (listener: ChangeListener) => {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    tellRenamed(was: string, name: string, by: Doer): void {
      incidents.note('renamed', by.peer, { client: name, was, ...toWho(by) });
    },
    tellAdmitted({ name, role }: ClientRecord, peer: string | null, by: Doer): void {
      incidents.note('admitted', peer, { client: name, role, ...toWho(by) });
      announce({ what: 'admitted', name, ...toWho(by) });
    },
    /** Returns why the client that this proof belongs to lost access; null if nothing is remembered of it. */
    farewellOf: (shown: ShownProof) => farewells.of(shown),
    /** `saving`: the write that removes the clients; the log waits for it, and says if it failed. Left out: it is done. */
    tellGone(gone: readonly ClientRecord[], leaving: Leaving, saving?: Promise<void>): void {
      if (gone.length === 0) return;
      farewells.note(gone, leaving);
      const ids = new Set(gone.map(({ id }) => id));
      for (const listener of revokedListeners) listener(ids);
      if (saving === undefined) logGone(gone, leaving, true);
      else {
        saving.then(
          () => logGone(gone, leaving, true),
          () => logGone(gone, leaving, false),
        );
      }
      for (const { name } of gone) announce({ what: 'revoked', name, ...toWho(leaving.by) });
    },
  };
}

/** Remembers clients that lost access, so that a phone that was asleep learns why. */
function createFarewells() {
  let kept: readonly { readonly client: ClientRecord; readonly farewell: Farewell }[] = [];
  return {
    note(gone: readonly ClientRecord[], { what: why, by: { id, name } }: Leaving): void {
      const now = gone.map(client => {
        const isOwn = id === client.id;
        return { client, farewell: { why, ...(name !== null && !isOwn && { by: name }) } };
      });
      kept = [...kept, ...now].slice(-FAREWELLS);
    },
    of(shown: ShownProof): Farewell | null {
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
