import {
  type AskedOperation,
  type GraphqlOutcome,
  readGraphqlAnswer,
  type SettledOutcome,
} from './graphql-answer.js';
import type { HttpClient } from './http-client.js';

export interface GraphqlRequest extends AskedOperation {
  readonly document: string;
  readonly variables: Readonly<Record<string, string | number>>;
  /** Whether to wait longer for the answer. */
  readonly patient: boolean;
}

/** Sends one document with the given access token, once. */
export type SendGraphql = (
  request: GraphqlRequest,
  accessToken: string,
  signal: AbortSignal,
) => Promise<GraphqlOutcome>;

/** Source of access tokens. Both methods throw a `ServiceFault`; `notPaired` if there are none. */
export interface AccessTokens {
  current(signal: AbortSignal): Promise<string>;
  /** Returns a token other than `rejected`, which the service has just refused. */
  renew(rejected: string, signal: AbortSignal): Promise<string>;
  /**
   * Returns a token other than `doubted`, which may be what the service refuses; null if there is none. Renews for that
   * at most once an hour, and leaves `doubted` in use if the renewal fails.
   */
  another(doubted: string, signal: AbortSignal): Promise<string | null>;
}

/** The access tokens of this many renewals are removed from the service's messages, which may name an old one. */
const SECRETS = 4;

/** Creates the function that sends documents to the one GraphQL endpoint (specification, section 4). */
export function createSendGraphql(options: {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly patientMs: number;
}): SendGraphql {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/api/v1/graphql/graphql`;
  let secrets: readonly string[] = [];
  return async (request, accessToken, signal) => {
    secrets = [...new Set([accessToken, ...secrets])].slice(0, SECRETS);
    const { operationName, document, variables, kind, patient } = request;
    const answer = await options.http.post({
      url,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ operationName, variables, query: document }),
      repeatable: kind === 'query',
      timeoutMs: patient ? options.patientMs : options.timeoutMs,
      signal,
    });
    return readGraphqlAnswer(answer, request, secrets);
  };
}

/**
 * Creates the function that sends documents as the paired listener and returns the outcome. It renews a rejected token,
 * or one that may be what an unexplained refusal is about, and sends once more, unless that could do something twice. It
 * throws a `ServiceFault` without a GraphQL answer or a valid token.
 */
export function createExecuteGraphql(send: SendGraphql, tokens: AccessTokens) {
  return async (request: GraphqlRequest, signal: AbortSignal): Promise<SettledOutcome> => {
    const token = await tokens.current(signal);
    const first = await send(request, token, signal);
    if (first.type === 'value' || (first.type === 'refused' && !first.isUnexplained)) return first;
    const next = await tokens[first.type === 'rejected' ? 'renew' : 'another'](token, signal);
    // A rejected document was not executed; a mutation that failed for an unknown reason may have been.
    const isSafe = first.type === 'rejected' || request.kind === 'query';
    const last = next === null || !isSafe ? first : await send(request, next, signal);
    if (last.type !== 'rejected') return last;
    throw last.fault;
  };
}
