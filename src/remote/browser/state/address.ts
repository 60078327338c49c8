/** The credential in a link or in pasted text: a control token, or an invitation to exchange for one. */
export type Brought =
  | { readonly kind: 'token'; readonly token: string; readonly id?: string }
  | { readonly kind: 'invite'; readonly code: string };

function fieldsOf(fragment: string): URLSearchParams {
  return new URLSearchParams(fragment.replace(/^#/, ''));
}

/** Parses a fragment such as `#token=…&id=…` or `#invite=…`; returns null if it carries neither. */
export function broughtBy(fragment: string): Brought | null {
  const fields = fieldsOf(fragment);
  const [token, id, code] = [fields.get('token') ?? '', fields.get('id') ?? '', fields.get('invite') ?? ''];
  if (token !== '') return { kind: 'token', token, ...(id !== '' && { id }) };
  return code === '' ? null : { kind: 'invite', code };
}

/**
 * Removes the credential from the page's address, so that it stays in no history and no screenshot, and returns it. A
 * fragment is sent to no server.
 */
export function takeBrought(window: Window): Brought | null {
  const { hash, pathname, search } = window.location;
  const fields = fieldsOf(hash);
  if (fields.has('token') || fields.has('invite')) window.history.replaceState(null, '', pathname + search);
  return broughtBy(hash);
}
