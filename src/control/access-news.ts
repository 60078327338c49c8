import type { AccessChange } from '../protocol.js';
import type { ClientRecord } from '../records.js';
import { createFarewells, type Farewell } from './farewells.js';
import type { Incidents } from './incidents.js';
import type { Doer, Leaving } from './terms.js';
import type { Shown } from './verifiers.js';

/** Told of the ids whose tokens have just become worthless. */
export type RevokedListener = (ids: ReadonlySet<string>) => void;
export type ChangeListener = (change: AccessChange) => void;
/** Told what somebody was called, and is called now. */
export type RenamedListener = (was: string, name: string) => void;

/** Who follows what becomes of those who may control the speaker. */
export interface AccessFollowing {
  /** Call the answer to end it. */
  readonly onRevoked: (listener: RevokedListener) => () => void;
  /** Tells those who follow the changes of one that is not the list's. */
  readonly announce: (change: AccessChange) => void;
  /** Told who was admitted or revoked, and what was announced; call the answer to end it. */
  readonly onChange: (listener: ChangeListener) => () => void;
  /** Call the answer to end it. */
  readonly onRenamed: (listener: RenamedListener) => () => void;
}

/** Tells them, and the log, who comes and goes. */
export interface AccessNews extends AccessFollowing {
  tellAdmitted(client: ClientRecord, peer: string | null, by: Doer): void;
  tellRenamed(was: string, name: string, by: Doer): void;
  tellGone(gone: readonly ClientRecord[], leaving: Leaving): void;
  /** What to tell whoever proves that he was let in; null: nothing is known of that. */
  farewellOf(shown: Shown): Farewell | null;
}

export function createAccessNews(incidents: Pick<Incidents, 'note'>): AccessNews {
  const revokedListeners = new Set<RevokedListener>();
  const changeListeners = new Set<ChangeListener>();
  const renamedListeners = new Set<RenamedListener>();
  const farewells = createFarewells();
  const toWho = ({ name }: Doer) => (name === null ? {} : { by: name });

  function announce(change: AccessChange): void {
    for (const listener of changeListeners) listener(change);
  }

  return {
    announce,
    onRevoked(listener) {
      revokedListeners.add(listener);
      return () => revokedListeners.delete(listener);
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onRenamed(listener) {
      renamedListeners.add(listener);
      return () => renamedListeners.delete(listener);
    },
    tellRenamed(was, name, by) {
      incidents.note('renamed', by.peer, { client: name, was, ...toWho(by) });
      for (const listener of renamedListeners) listener(was, name);
    },
    tellAdmitted({ name, role }, peer, by) {
      incidents.note('admitted', peer, { client: name, role, ...toWho(by) });
      announce({ what: 'admitted', name, ...toWho(by) });
    },
    farewellOf: shown => farewells.of(shown),
    tellGone(gone, leaving) {
      const { what, by, why } = leaving;
      if (gone.length === 0) return;
      farewells.note(gone, leaving);
      const ids = new Set(gone.map(({ id }) => id));
      for (const listener of revokedListeners) listener(ids);
      for (const { name } of gone) {
        // That all go with the listener is said once, by whoever signs him out.
        const peer = what === 'expired' ? undefined : by.peer;
        if (what !== 'signedOut') incidents.note(what, peer, { client: name, ...toWho(by), why });
        announce({ what: 'revoked', name, ...toWho(by) });
      }
    },
  };
}
