import { createHash, randomBytes } from 'node:crypto';
import type { Admission, Clock, Logger, PageRequest, PageResponse, Pages } from '../ports.js';
import type { Account } from '../service-ports.js';
import { type Callback, parseCallback, parsePastedAddress } from './callback.js';
import { type Browser, createExchange, type Outcome, type Paired } from './exchange.js';
import { FAILURES } from './failures.js';
import { toRedirect } from './page.js';
import { createPairingPages } from './pages.js';
import { createSignIns } from './sign-ins.js';

const STATE_BYTES = 24;
const VERIFIER_BYTES = 32;

export interface PairingOptions {
  readonly account: Account;
  readonly admission: Admission;
  readonly deviceName: string;
  /** Asked at each start: it may depend on the port that was found free. */
  readonly redirectUri: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random?: (bytes: number) => Uint8Array;
  /** After the credentials are kept and another listener's clients are revoked, before this browser is admitted. */
  readonly onPaired: (paired: Paired) => void | Promise<void>;
  /** Told of the peer whose sign-in is put off, because of too many. */
  readonly onTurnedAway: (peer: string) => void;
}

/** Pairing once from a browser (contract, section 3): `GET /` while unpaired, and everything under `/pair`. */
export function createPairing(options: PairingOptions): { readonly pages: Pages } {
  const { account, redirectUri, clock } = options;
  const random = options.random ?? randomBytes;
  const pages = createPairingPages(options.deviceName);
  const signIns = createSignIns(clock);
  const exchange = createExchange({ ...options, signIns });

  function start({ peer }: PageRequest): PageResponse {
    const state = toBase64Url(random(STATE_BYTES));
    const codeVerifier = toBase64Url(random(VERIFIER_BYTES));
    const signIn = { codeVerifier, redirectUri: redirectUri(), peer };
    const waitMs = signIns.add(state, signIn);
    if (waitMs > 0) {
      options.onTurnedAway(peer);
      return pages.busy(waitMs);
    }
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    return toRedirect(account.authorizeUrl({ redirectUri: signIn.redirectUri, state, codeChallenge }));
  }

  function toResponse(outcome: Outcome): PageResponse {
    if (outcome.type === 'gone') return pages.gone();
    if (outcome.type === 'busy') return pages.busy(outcome.waitMs);
    if (outcome.type === 'failed') return pages.failure(outcome.failure);
    return pages.success(outcome.token, account.listener?.name ?? null);
  }

  async function finish(callback: Callback | null, browser: Browser): Promise<PageResponse> {
    const known = callback && exchange.recall(callback);
    if (known) return toResponse(await known);
    if (account.paired) return pages.gone();
    if (callback === null) return pages.failure(FAILURES.badAddress);
    return toResponse(await exchange.run(callback, browser));
  }

  const routes: Readonly<Record<string, Route>> = {
    '/pair': { method: 'GET', head: true, answer: () => pages.start({ waiting: signIns.pending > 0 }) },
    '/pair/start': { method: 'POST', answer: start },
    '/pair/callback': {
      method: 'GET',
      open: true,
      answer: request => finish(parseCallback(request.query), request),
    },
    '/pair/address': {
      method: 'POST',
      open: true,
      answer: request => finish(parsePastedAddress(request.form.get('address') ?? ''), request),
    },
  };

  return {
    pages: request => {
      const { path, method } = request;
      if (path === '/') return isReading(method) && !account.paired ? toRedirect('/pair') : null;
      if (path !== '/pair' && !path.startsWith('/pair/')) return null;
      const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
      // A callback that paired the speaker is answered again for a while; all else is gone once it is paired.
      if (account.paired && !(route?.open && route.method === method)) return pages.gone();
      if (route === undefined) return pages.notFound();
      const fits = route.method === method || (route.head && method === 'HEAD');
      if (!fits) return pages.wrongMethod(route.head ? 'GET, HEAD' : route.method);
      return route.answer(request);
    },
  };
}

interface Route {
  readonly method: 'GET' | 'POST';
  /** HEAD is answered like GET; never where it would spend a state. */
  readonly head?: true;
  /** Looks for itself whether the speaker is paired. */
  readonly open?: true;
  answer(request: PageRequest): PageResponse | Promise<PageResponse>;
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
