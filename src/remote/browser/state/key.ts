import type { Credential } from '../../../client/opening.js';
import { createSecret } from './secrets.js';

/** What lets this browser in: a control token, and the id that it was given out with. */
export interface Key {
  /** Without an id in store, it is from before there were proofs. */
  get(): Credential | null;
  /** Where no id is known, none ever was. */
  set(credential: Pick<Credential, 'token' | 'id'>): void;
  forget(): void;
}

/** `name`: of both in the storage. */
export function createKey(name: string, storage: () => Storage): Key {
  const token = createSecret(name, storage);
  const id = createSecret(`${name}.id`, storage);

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
      // In this order: a token whose id is not there yet would be told to the speaker as it is.
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
