const KEY = 'tonearm.token';

/** The control token in a fragment such as `#token=…`; null when it holds none. */
function tokenOf(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}

/** What a person pasted: a link that carries a token, or the token itself. */
export function pastedToken(text: string): string | null {
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  if (hash !== -1) return tokenOf(trimmed.slice(hash));
  return trimmed === '' || /\s/.test(trimmed) ? null : trimmed;
}

export interface TokenStore {
  get(): string | null;
  set(token: string): void;
}

/** Keeps the token in this browser; for this page alone where storage is denied. */
export function createTokenStore(storage: () => Storage): TokenStore {
  let held: string | null = null;
  return {
    get: () => {
      try {
        return storage().getItem(KEY) ?? held;
      } catch {
        return held;
      }
    },
    set: token => {
      held = token;
      try {
        storage().setItem(KEY, token);
      } catch {
        // Private browsing may deny storage: the page still works until it is closed.
      }
    },
  };
}

/** Takes a token out of the address, so that it stays in no history and no screenshot. */
export function takeToken(window: Window, store: TokenStore): boolean {
  const token = tokenOf(window.location.hash);
  if (token === null) return false;
  store.set(token);
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return true;
}
