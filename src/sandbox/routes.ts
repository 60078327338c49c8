import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReadyAnswer, jsonAnswer, pageAnswer, readBody } from './answer.js';
import { serveAudio } from './audio/stream.js';
import { deliver, deliverOrLose, type Exchange, isStruckDown } from './exchange.js';
import { FaultSyntaxError, parseFaults } from './faults/parse.js';
import { answerGraphql, bearerOf } from './graphql/endpoint.js';
import { type DocumentOperation, parseGraphqlRequest } from './graphql/request.js';
import { authorize, decide } from './oauth/authorize.js';
import { messagePage, STYLE, STYLE_PATH } from './oauth/consent-page.js';
import { grantTokens, revokeToken, type TokenRequest } from './oauth/token-endpoint.js';
import type { World } from './world.js';

/** A request with its parsed parts. */
export interface HttpVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: number;
  /** Path and query exactly as received. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly publicUrl: string;
}

type Handler = (visit: HttpVisit, world: World) => Promise<void>;

const ROUTES: Readonly<Record<string, Handler>> = {
  'GET /': visit =>
    simple(visit, pageAnswer(200, messagePage('The sandbox music service', 'Invented music for Tonearm.'))),
  [`GET ${STYLE_PATH}`]: visit =>
    simple(visit, { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: STYLE }),
  'GET /oauth/v1/authorize': (visit, world) =>
    perform(visit, world, 'oauth', [{ name: 'authorize', args: {} }], () => authorize(visit.query, world)),
  'POST /oauth/v1/authorize': (visit, world) =>
    withForm(visit, form =>
      perform(visit, world, 'oauth', [{ name: 'consent', args: {} }], () => decide(form, world)),
    ),
  'POST /oauth/v1/token': (visit, world) =>
    withForm(visit, form => {
      const name = form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token';
      const args = { grant_type: form.get('grant_type') };
      return perform(visit, world, 'oauth', [{ name, args }], () =>
        grantTokens(tokenRequest(visit, form), world),
      );
    }),
  'POST /oauth/v1/revoke': (visit, world) =>
    withForm(visit, form =>
      perform(visit, world, 'oauth', [{ name: 'revoke', args: {} }], () =>
        revokeToken(tokenRequest(visit, form), world),
      ),
    ),
  'POST /api/v1/graphql/graphql': (visit, world) =>
    withBody(visit, text => {
      const asked = parseGraphqlRequest(text, visit.request.headers['content-type']);
      const known =
        asked.ok && asked.operations.length > 0 ? asked.operations : [{ name: 'invalid', args: {} }];
      return perform(visit, world, 'graphql', known, () => answerGraphql(asked, visit, world));
    }),
  'GET /art': art,
  'GET /sandbox/faults': (visit, world) => faultsAnswer(visit, world, null),
  'POST /sandbox/faults': (visit, world) => withBody(visit, text => faultsAnswer(visit, world, text)),
};

/** Answers one request, with 404 or 405 if no route matches. */
export async function answerVisit(visit: HttpVisit, world: World): Promise<void> {
  const { request, path } = visit;
  if (path.startsWith('/access/') && (request.method === 'GET' || request.method === 'HEAD')) {
    await audio(visit, world);
    return;
  }
  const route = ROUTES[`${request.method ?? ''} ${path}`];
  if (route === undefined) {
    const other = Object.keys(ROUTES).some(known => known.endsWith(` ${path}`));
    await simple(visit, jsonAnswer(other ? 405 : 404, { error: other ? 'wrong method' : 'not found' }));
    return;
  }
  await route(visit, world);
}

function begin(
  { request, response, requestId }: HttpVisit,
  { grants, requests }: World,
  area: string,
  operations: readonly DocumentOperation[],
): Exchange {
  const listenerId = grants.listenerOf(bearerOf(request))?.id ?? null;
  const records = operations.map(({ name, args }) =>
    requests.begin({ requestId, operation: name, args, listenerId }),
  );
  response.once('close', () => {
    for (const record of records) {
      record.answered = response.writableFinished;
      record.status = response.headersSent ? response.statusCode : null;
      requests.finish(record);
    }
  });
  return { request, response, names: [...operations.map(({ name }) => name), area], records };
}

async function perform(
  visit: HttpVisit,
  world: World,
  area: string,
  operations: readonly DocumentOperation[],
  answer: () => ReadyAnswer | Promise<ReadyAnswer>,
): Promise<void> {
  const exchange = begin(visit, world, area, operations);
  if (await isStruckDown(exchange, world.faults, world.closing)) return;
  const waits = exchange.records.map(({ listenerId }) =>
    listenerId === null ? 0 : (world.rate?.take(listenerId) ?? 0),
  );
  const waitMs = Math.max(0, ...waits);
  await deliverOrLose(exchange, waitMs > 0 ? toBusyAnswer(waitMs) : await answer(), world.faults);
}

function toBusyAnswer(waitMs: number): ReadyAnswer {
  return jsonAnswer(
    429,
    { message: 'too many requests' },
    { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
  );
}

async function audio(visit: HttpVisit, world: World): Promise<void> {
  const { request, response, target } = visit;
  const lent = world.addresses.find(target);
  const args = {
    pieceId: lent?.pieceId ?? null,
    method: request.method,
    range: request.headers.range ?? null,
  };
  const exchange = begin(visit, world, 'audio', [{ name: 'audio', args }]);
  if (await isStruckDown(exchange, world.faults, world.closing)) return;
  if (lent === null) {
    await deliver(exchange, { status: 403, headers: { 'content-type': 'text/plain' }, body: 'lapsed\n' });
    return;
  }
  await serveAudio(request, response, lent, world);
}

async function art(visit: HttpVisit, world: World): Promise<void> {
  const [id, width, height] = ['l', 'w', 'h'].map(name => visit.query.get(name) ?? '');
  const exchange = begin(visit, world, 'art', [{ name: 'art', args: { id, width, height } }]);
  if (await isStruckDown(exchange, world.faults, world.closing)) return;
  const size = (text: string | undefined): number => Math.min(2000, Math.max(1, Number(text) || 500));
  await deliver(exchange, {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: world.scenery.pictureOf(id ?? '', size(width), size(height)),
  });
}

async function faultsAnswer(visit: HttpVisit, { faults }: World, text: string | null): Promise<void> {
  const peer = visit.request.socket.remoteAddress ?? '';
  // Only for the command line on this machine: not for other peers, nor for web pages.
  if (!/^(::1|(::ffff:)?127\.[\d.]+)$/.test(peer) || visit.request.headers.origin !== undefined) {
    await simple(visit, jsonAnswer(403, { error: 'from this machine only' }));
    return;
  }
  try {
    if (text !== null) faults.set(parseFaults(text));
    await simple(visit, jsonAnswer(200, { faults: faults.active }));
  } catch (error) {
    if (!(error instanceof FaultSyntaxError)) throw error;
    await simple(visit, jsonAnswer(400, { error: error.message }));
  }
}

function simple({ request, response }: HttpVisit, answer: ReadyAnswer): Promise<void> {
  return deliver({ request, response, names: [], records: [] }, answer);
}

async function withBody(visit: HttpVisit, use: (text: string) => Promise<void>): Promise<void> {
  const text = await readBody(visit.request);
  await (text === null
    ? simple(visit, jsonAnswer(413, { error: 'too large' }, { connection: 'close' }))
    : use(text));
}

function withForm(visit: HttpVisit, use: (form: URLSearchParams) => Promise<void>): Promise<void> {
  return withBody(visit, text => use(new URLSearchParams(text)));
}

function tokenRequest({ request }: HttpVisit, form: URLSearchParams): TokenRequest {
  return {
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    form,
  };
}
