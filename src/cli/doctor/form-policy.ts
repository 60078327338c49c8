export const FORM_REMEDY =
  'sign in with Firefox, which ignores this for redirects; and ask the music service to leave form-action out of the page’s Content-Security-Policy, or to name the speaker’s address in it';

/**
 * Whether a page under this Content-Security-Policy has a form whose answer may not redirect to the address: Chromium and
 * WebKit apply `form-action` to redirects, and then do nothing without a word.
 */
export function keepsFormsFrom(policy: string, address: string): boolean {
  const { protocol, host, hostname } = new URL(address);
  const rules = [...policy.matchAll(/(?:^|[;,])\s*form-action(?=[\s;,]|$)([^;,]*)/gi)];
  return rules.some(([, sources = '']) => {
    const allowed = sources.trim().toLowerCase().split(/\s+/);
    return !allowed.some(source => {
      if (source === '*' || source === protocol || source === 'http:') return true;
      const named = source.replace(/^[a-z][-+.a-z0-9]*:\/\//, '').replace(/\/.*$/, '');
      return named === host || named === `${hostname}:*`;
    });
  });
}
