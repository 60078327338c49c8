export interface ConsentChoice {
  /** An account on the page; default: the first one. */
  readonly listenerId?: string;
  readonly deny?: boolean;
}

/**
 * Does what a listener does in a browser: opens the authorize address, chooses an account, presses Allow or Deny.
 * @returns the address to which the browser is redirected
 */
export async function answerConsent(
  authorizeUrl: string,
  { listenerId, deny = false }: ConsentChoice = {},
): Promise<string> {
  const page = await fetch(authorizeUrl, { redirect: 'manual' });
  const html = await page.text();
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1];
  const listener = listenerId ?? /name="listener" value="([^"]+)"/.exec(html)?.[1];
  if (request === undefined || listener === undefined) {
    throw new Error(`no consent page but status ${page.status}`);
  }
  const form = new URLSearchParams({ request, listener, decision: deny ? 'deny' : 'allow' });
  const answer = await fetch(new URL('/oauth/v1/authorize', authorizeUrl), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  await answer.text();
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`no redirect but status ${answer.status}`);
  return location;
}
