import type { IncomingMessage } from 'node:http';
import type { PageResponse } from '../../contract/ports.js';
import { isUtf8 } from 'node:buffer';
import type { Access } from '../access/access.js';
import { toBearer } from '../access/bearer.js';
import { readBody } from './body.js';
import { type Caller, clientOf, peerKey, toCaller } from '../access/caller.js';
import type { Dispatch } from '../api/dispatch.js';
import { type RpcCall, type CallId, encodeAnswer, type Outcome, parseCall } from '../json-rpc.js';
import type { Incidents } from '../gate/incidents.js';
import type { Bounds } from '../gate/bounds.js';
import type { Meter } from '../../lib/meter.js';
import {
  invalidRequest,
  parseError,
  rateLimited,
  RpcError,
  type RpcErrorObject,
  toRetryAfter,
  unauthorized,
} from '../rpc-error.js';

export interface RpcEndpointOptions {
  readonly access: Access;
  readonly dispatch: Dispatch;
  readonly incidents: Incidents;
  readonly bounds: Bounds;
  readonly meter: Meter<'tooManyCalls'>;
}

/** The name of callers that are not in the list of clients: over HTTP they give none. */
const NAME = 'http';
/** The one method that needs no token (contract, section 3). */
const CLAIM = 'access.claim';

/** Creates JSON-RPC over HTTP, `POST /rpc` (contract, section 3): one call per request, without a session. */
export function createRpcEndpoint(options: RpcEndpointOptions) {
  const { access, incidents, bounds, meter } = options;

  /**
   * Returns the caller; null if a token is needed and none or a wrong one came; an `RpcError` after too many wrong
   * ones.
   */
  function callerOf(request: IncomingMessage, peer: string): Caller | null | RpcError {
    const token = toBearer(request);
    try {
      const admitted = token === null ? null : access.check(token, peer);
      return admitted === null && access.mode === 'paired' ? null : toCaller(admitted, NAME, access);
    } catch (error) {
      if (error instanceof RpcError) return error;
      throw error;
    }
  }

  async function perform(call: RpcCall, caller: Caller | null, peer: string): Promise<PageResponse> {
    const outcome = await options.dispatch(call, { caller, session: null, peer });
    if (isUnauthorized(outcome) && call.method !== CLAIM) return toAnswer(401, call.id ?? null, outcome);
    return toAnswer(200, call.id, outcome);
  }

  return async (request: IncomingMessage, peer: string): Promise<PageResponse> => {
    const { headers } = request;
    if (!isJson(headers['content-type']) || !isPlain(headers['content-encoding'])) {
      return toRefusal(415, invalidRequest('Content-Type must be application/json'));
    }
    const body = await readBody(request, bounds.messageBytes);
    if (body === null) return toRefusal(413, invalidRequest('the request is too large'));
    const caller = callerOf(request, peer);
    const isNobody = caller === null || caller instanceof RpcError;
    const client = isNobody ? peerKey(peer) : clientOf(caller, peer);
    const parsed = isUtf8(body) ? parseCall(body.toString()) : { call: null, id: null, error: parseError };
    const id = parsed.call === null ? parsed.id : parsed.call.id;
    if (caller instanceof RpcError) {
      const { answer: error } = caller;
      return toAnswer(429, id ?? null, { error }, { 'retry-after': toRetryAfter(error) });
    }
    const waitMs = meter.take('tooManyCalls', client);
    if (waitMs > 0) incidents.note('tooManyCalls', peer);
    if (waitMs > 0)
      return toAnswer(200, id, { error: rateLimited('too many calls', waitMs, 'tooManyCalls') });
    if (caller === null && parsed.call?.method !== CLAIM) {
      // A wrong token is counted where it is checked.
      if (toBearer(request) === null) incidents.note('wrongRequest', peer, { reason: 'No token' });
      const error = unauthorized('a control token is required: send Authorization: Bearer <token>');
      return toAnswer(401, id ?? null, { error });
    }
    if (parsed.call === null) return toAnswer(200, parsed.id, parsed);
    return perform(parsed.call, caller, peer);
  };
}

function toRefusal(status: number, error: RpcErrorObject): PageResponse {
  return toAnswer(status, null, { error });
}

/** Encodes an answer; a notification, which has no id, gets an empty 204. */
function toAnswer(
  status: number,
  id: CallId | undefined,
  outcome: Outcome,
  more: Readonly<Record<string, string>> = {},
): PageResponse {
  if (id === undefined) return { status: 204, body: '' };
  const body = 'error' in outcome ? { error: outcome.error } : { result: outcome.result };
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const headers = { 'content-type': 'application/json', ...challenge, ...more };
  return { status, headers, body: `${encodeAnswer(id, body)}\n` };
}

function isUnauthorized(outcome: Outcome): boolean {
  return 'error' in outcome && outcome.error.code === unauthorized('').code;
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

function isPlain(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';
}
