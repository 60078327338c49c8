import type { ExitError } from '../../contract/errors.js';
import { createTrouble } from '../trouble.js';

const STEP_MS = 15_000;

export interface VisitOptions {
  /** The agent's address, without a trailing slash. */
  readonly speakerUrl: string;
  /** Opens the service's consent page and allows; resolves with the address to which the browser is redirected. */
  readonly consent: (authorizeUrl: string) => Promise<string>;
}

/**
 * Pairs the speaker as a listener with a browser would (contract, section 3) and resolves with the control token issued
 * to that browser. Rejects with an `ExitError` 1 that names the failed step.
 */
export async function pairAsVisitor({ speakerUrl, consent }: VisitOptions): Promise<string> {
  const start = await request(`${speakerUrl}/pair/start`, 'POST');
  const authorizeUrl = start.headers.get('location');
  if (start.status !== 303 || authorizeUrl === null)
    throw failed(`/pair/start answered HTTP ${start.status}`);
  const welcome = await request(await consent(authorizeUrl), 'GET');
  const token = /#token=([\w.~+/=%-]+)/.exec(await welcome.text())?.[1];
  if (token === undefined)
    throw failed(`the return from the music service was answered with HTTP ${welcome.status}`);
  return decodeURIComponent(token);
}

function request(url: string, method: 'GET' | 'POST'): Promise<Response> {
  return fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(STEP_MS) });
}

function failed(why: string): ExitError {
  return createTrouble(
    `the demo could not pair the speaker: ${why}`,
    'start it again; with --no-pair, you pair it yourself in a browser',
  );
}
