import type { IncomingMessage } from 'node:http';
import { CALLBACK_PATH } from '../../contract/pairing-ports.js';
import type { Health, PageResponse, Pages } from '../../contract/ports.js';
import type { MetricsRoute } from './metrics-route.js';
import { isListedOrigin } from './origin-rule.js';
import { readForm } from './body.js';
import { originOf } from './request-gate.js';
import type { RequestTarget } from './request-target.js';
import { toJson, toProblemPage, unlessHeld } from './responses.js';

export interface RoutesOptions {
  /** Tried in turn; the first that knows the path answers. */
  readonly pages: readonly Pages[];
  readonly health: () => Health;
  /** Answers `POST /rpc`. */
  readonly rpc: RpcTarget;
  /** Answers `/metrics` where the peer or its token permits. */
  readonly metrics: MetricsRoute;
  /** Web origins whose pages may use `/rpc`. */
  readonly origins: readonly string[];
}

/** Handles a call over HTTP; rejects when the client disconnects. */
export interface RpcTarget {
  rpc(request: IncomingMessage, peer: string): Promise<PageResponse>;
}

/**
 * Answers a request that has passed the gate. `peer`: where it comes from, as peers are counted. Rejects when the
 * client disconnects or a page fails.
 */
export type Routes = (request: IncomingMessage, target: RequestTarget, peer: string) => Promise<PageResponse>;

const READ = 'GET, HEAD';
/** How long a browser may cache the answer to a preflight, seconds. */
const REMEMBERED_S = 600;

export function createRoutes({ pages, health, rpc, metrics, origins }: RoutesOptions): Routes {
  const own: ReadonlyMap<string, () => PageResponse> = new Map([
    ['/healthz', () => toHealthAnswer(health())],
    ['/control', upgradeRequired],
  ]);

  const askPages: Routes = async (request, target, peer) => {
    const { path, query } = target;
    // What a sign-in site's form held is nothing to the speaker.
    const hasForm = request.method === 'POST' && path !== CALLBACK_PATH;
    const body = hasForm ? await readForm(request) : { form: new URLSearchParams() };
    if (body.form === null) return toProblemPage(body.status, 'Not understood', body.problem);
    const { 'user-agent': userAgent = '', cookie = '' } = request.headers;
    const { 'accept-language': acceptLanguage, 'accept-encoding': acceptEncoding } = request.headers;
    // Pages get the real method: where GET uses something up, HEAD must not.
    const { method = 'GET' } = request;
    const origin = originOf(request);
    const asked = { method, path, query, form: body.form, userAgent, cookie, peer, origin };
    for (const page of pages) {
      const response = await page({ ...asked, acceptLanguage, acceptEncoding });
      if (response === null) continue;
      return isRead(method) ? unlessHeld(response, request.headers['if-none-match']) : response;
    }
    if (!isRead(method) && method !== 'POST') return methodNotAllowed(`${READ}, POST`);
    return toProblemPage(404, 'Not found', 'There is no such page on this speaker.');
  };

  /** Adds CORS headers to every answer, so that a page of a listed origin can read refusals, too. */
  async function askRpc(request: IncomingMessage, peer: string): Promise<PageResponse> {
    if (request.method === 'OPTIONS') return toPreflightAnswer(request, origins);
    const answer =
      request.method === 'POST' ? await rpc.rpc(request, peer) : methodNotAllowed('POST, OPTIONS');
    return { ...answer, headers: { ...answer.headers, ...toCorsHeaders(request, origins) } };
  }

  const askOther: Routes = async (request, target, peer) => {
    const { method = 'GET' } = request;
    if (target.path === '/metrics') return isRead(method) ? metrics(request, peer) : methodNotAllowed(READ);
    const answer = own.get(target.path);
    if (answer !== undefined) return isRead(method) ? answer() : methodNotAllowed(READ);
    return askPages(request, target, peer);
  };

  return (request, target, peer) =>
    target.path === '/rpc' ? askRpc(request, peer) : askOther(request, target, peer);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Contract, section 3: unpaired or offline is healthy; a dead player or a state that cannot be written is not. */
function toHealthAnswer({ pairing, player, service, stateWritable }: Health): PageResponse {
  const ok = player === 'ok' && stateWritable;
  return toJson(ok ? 200 : 503, { status: ok ? 'ok' : 'degraded', pairing, player, service });
}

function upgradeRequired(): PageResponse {
  return toProblemPage(426, 'WebSocket required', 'Programs control this speaker here over a WebSocket.', {
    headers: { upgrade: 'websocket', connection: 'Upgrade, close' },
  });
}

function methodNotAllowed(allow: string): PageResponse {
  return toProblemPage(405, 'Method not allowed', 'This address does not accept such requests.', {
    headers: { allow },
  });
}

/**
 * Returns the headers that let a page of a listed origin read the answer (Fetch standard, section 3.3); otherwise only
 * `Vary`.
 */
function toCorsHeaders(
  { headers }: IncomingMessage,
  origins: readonly string[],
): Readonly<Record<string, string>> {
  const { origin } = headers;
  const vary = { vary: 'Origin' };
  if (origin === undefined || !isListedOrigin(origin, origins)) return vary;
  return { ...vary, 'access-control-allow-origin': origin };
}

/** Answers OPTIONS, the preflight request of a browser. */
function toPreflightAnswer(request: IncomingMessage, origins: readonly string[]): PageResponse {
  const cors = toCorsHeaders(request, origins);
  const allowed = {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': String(REMEMBERED_S),
    // Chromium requires this of a private network that a public page sends requests to.
    ...(request.headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
  };
  const isListed = 'access-control-allow-origin' in cors;
  return { status: 204, headers: { allow: 'POST, OPTIONS', ...cors, ...(isListed && allowed) }, body: '' };
}
