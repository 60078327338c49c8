import { type Asked, type GraphqlOutcome, readGraphqlAnswer } from './graphql-answer.js';
import type { HttpClient } from './http-client.js';

export interface GraphqlRequest extends Asked {
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
}

/** Creates the function that sends documents to the one GraphQL endpoint (specification, section 4). */
export function createSendGraphql(options: {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly patientMs: number;
}): SendGraphql {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/api/v1/graphql/graphql`;
  return async (request, accessToken, signal) => {
    const { operationName, document, variables, kind, patient } = request;
    const answer = await options.http.post({
      url,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ operationName, variables, query: document }),
      repeatable: kind === 'query',
      timeoutMs: patient ? options.patientMs : options.timeoutMs,
      signal,
    });
    return readGraphqlAnswer(answer, request, [accessToken]);
  };
}

export interface GraphqlClient {
  /** Sends a document and returns the outcome. Throws a `ServiceFault` without a GraphQL answer or a valid token. */
  execute(
    request: GraphqlRequest,
    signal: AbortSignal,
  ): Promise<Exclude<GraphqlOutcome, { readonly type: 'rejected' }>>;
}

/** Creates a client that sends documents as the paired listener. Renews a rejected token and sends once more. */
export function createGraphqlClient(options: {
  readonly send: SendGraphql;
  readonly tokens: AccessTokens;
}): GraphqlClient {
  return {
    async execute(request, signal) {
      const token = await options.tokens.current(signal);
      const first = await options.send(request, token, signal);
      if (first.type !== 'rejected') return first;
      // A rejected document was not executed, so even a mutation may be sent again.
      const second = await options.send(request, await options.tokens.renew(token, signal), signal);
      if (second.type !== 'rejected') return second;
      throw second.fault;
    },
  };
}
