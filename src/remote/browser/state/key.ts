import type { Credential } from '../../../client/opening.js';
import { createStoredText } from './stored-text.js';

/** This browser's stored credential: a control token, and the id issued with it. */
export interface TokenStore {
  /** Returns the credential, or null. A token stored without an id dates from before proofs existed. */
  get(): Credential | null;
  /** Stores the credential. Without an id in it, the token counts as one that has none. */
  set(credential: Pick<Credential, 'token' | 'id'>): void;
  forget(): void;
}

/** Creates the key; `name` is the storage key of the token and the prefix of the id's. */
export function createKey(name: string, storage: () => Storage): TokenStore {
  const token = createStoredText(name, storage);
  const id = createStoredText(`${name}.id`, storage);

  return {
    get: () => {
      const held = token.get();
      if (held === null) return null;
      const known = id.get();
      const credential = { token: held, orGuest: true };
      if (known === null) return { ...credential, isOld: true };
      return known === '' ? credential : { ...credential, id: known };
    },
    set: credential => {
      // Keep this order: a token stored without its id would count as old and could be sent to the speaker in the
      // clear.
      token.forget();
      id.set(credential.id ?? '');
      token.set(credential.token);
    },
    forget: () => {
      token.forget();
      id.forget();
    },
  };
}
