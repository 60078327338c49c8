import type { IncomingMessage } from 'node:http';
import type { PageResponse } from '../../contract/ports.js';
import { isAcceptedHost, parseHostName } from './host-rule.js';
import { isAllowedOrigin } from './origin-rule.js';
import { isLoopback } from '../../lib/near.js';
import { createPageWords, languageOf } from '../../words/page-words.js';
import { CALLBACK_PATH } from '../../contract/pairing-ports.js';
import { parseTarget, type RequestTarget } from './request-target.js';
import { toProblemPage } from './responses.js';

export interface RequestGateOptions {
  /** Whether plain http is refused; a request for a page is redirected to https. */
  readonly tlsOnly: boolean;
  /** Which peer addresses may connect; null: all. */
  readonly isNear: ((address: string) => boolean) | null;
  /** Names accepted in Host besides IP literals and localhost. */
  readonly hostNames: () => readonly string[];
  /** The origin of the service's sign-in site; left out: unknown. */
  readonly signInOrigin?: string;
  /** Web origins allowed besides the device's own. */
  readonly origins: readonly string[];
  /** Called for each refused request, with the reason. */
  readonly onRefused: (request: IncomingMessage, reason: string) => void;
}

/** The target of a request that has passed, or the answer that refuses it. */
export type Passed =
  | { readonly target: RequestTarget; readonly problem: null }
  | { readonly target: null; readonly problem: PageResponse };

/** Checks every request, including upgrades, before it is handled (contract, section 3). */
export type RequestGate = (request: IncomingMessage, changesSomething: boolean) => Passed;

export function createRequestGate(options: RequestGateOptions): RequestGate {
  const originHosts = options.origins.map(origin => parseHostName(origin.replace(/^\w+:\/\//, '')) ?? '');

  function turnAway(request: IncomingMessage, problem: Parameters<typeof refuse>): Passed {
    const [, title] = problem;
    options.onRefused(request, title);
    return refuse(...problem);
  }

  /** Before anything else is known of them, people get a page in their language. */
  function turnAwayPerson(request: IncomingMessage, why: 'far' | 'foreign'): Passed {
    options.onRefused(request, 'Not allowed');
    const chosen = languageOf({ acceptLanguage: request.headers['accept-language'] });
    const { say } = createPageWords(chosen);
    const text = why === 'far' ? say('far') : say('foreign', { setting: 'TONEARM_CONTROL_ORIGINS' });
    const wayOn = why === 'far' ? say('tryAgain') : say('openRemote');
    const problem = toProblemPage(403, say('notHere'), text, { ...chosen, wayOn });
    return { target: null, problem };
  }

  return (request, changesSomething) => {
    if (options.isNear?.(request.socket.remoteAddress ?? '') === false) {
      return turnAwayPerson(request, 'far');
    }
    const target = parseTarget(request.url ?? '');
    const host = target?.host ?? request.headers.host;
    if (target === null || host === undefined || request.headersDistinct['host']?.length !== 1) {
      return turnAway(request, [400, 'Bad request', 'This request cannot be understood.']);
    }
    if (!isAcceptedHost(host, () => [...options.hostNames(), ...originHosts])) {
      const advice =
        'This speaker does not know itself by the name in the address. Use its IP address, or name this host ' +
        'in TONEARM_REDIRECT_URI or TONEARM_CONTROL_ORIGINS.';
      return turnAway(request, [421, 'Wrong name', advice]);
    }
    const scheme = isSecure(request) ? 'https' : 'http';
    if (options.tlsOnly && scheme === 'http') {
      if (!isForPage(request, target)) {
        const advice = 'This speaker accepts TLS only: use https or wss.';
        return turnAway(request, [403, 'Only over TLS', advice]);
      }
      const secure = toSecure(request.url ?? '', host);
      return secure === null
        ? turnAway(request, [400, 'Bad request', 'This request cannot be understood.'])
        : { target: null, problem: secure };
    }
    const { origins } = options;
    const isGuarded = changesSomething && !isBroughtHome(request, target, options.signInOrigin);
    if (isGuarded && !isAllowedOrigin(request.headers, { scheme, host, origins })) {
      return turnAwayPerson(request, 'foreign');
    }
    return { target, problem: null };
  };
}

/**
 * Returns the origin of the address that the request came to, such as `http://192.0.2.7:8710`; empty for an address that
 * browsers cannot open. It does not depend on the Host header: anybody may name an address of his own there.
 */
export function originOf(request: IncomingMessage): string {
  const { localAddress = '', localPort } = request.socket;
  // A loopback address would lead a browser behind a proxy to its own machine.
  if (isLoopback(localAddress)) return '';
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  const url = `${isSecure(request) ? 'https' : 'http'}://${host}:${localPort}`;
  return URL.canParse(url) ? new URL(url).origin : '';
}

function isSecure({ socket }: IncomingMessage): boolean {
  return 'encrypted' in socket;
}

/**
 * Whether a sign-in site has answered its form with 307 or 308, which sends the browser home by POST: without an origin,
 * or with the site's own (Firefox 153, plain http). It is only told to come by GET, as any site may tell it.
 */
function isBroughtHome(
  { method, headers }: IncomingMessage,
  { path }: RequestTarget,
  site?: string,
): boolean {
  const { origin } = headers;
  return (
    method === 'POST' &&
    path === CALLBACK_PATH &&
    (origin === 'null' || (site !== undefined && origin === site))
  );
}

/** Paths for programs, refused rather than redirected: a program would go on sending its secrets over plain http. */
const OF_PROGRAMS: readonly string[] = ['/rpc', '/control', '/healthz', '/metrics'];

function isForPage({ method, headers }: IncomingMessage, { path }: RequestTarget): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers.upgrade === undefined && !OF_PROGRAMS.includes(path);
}

function toSecure(url: string, host: string): PageResponse | null {
  if (!URL.canParse(url, `https://${host}`)) return null;
  const location = new URL(url, `https://${host}`);
  location.protocol = 'https:';
  return { status: 307, headers: { location: location.href, 'cache-control': 'no-store' }, body: '' };
}

function refuse(status: number, title: string, text: string): Passed {
  return { target: null, problem: toProblemPage(status, title, text) };
}
