import { type Asked, type GraphqlOutcome, readGraphqlAnswer } from './graphql-answer.js';
import type { HttpClient } from './http-client.js';

export interface GraphqlRequest extends Asked {
  readonly document: string;
  readonly variables: Readonly<Record<string, string | number>>;
  /** Its answer is waited for longer. */
  readonly patient: boolean;
}

/** Sends one document with the given access token, once. */
export type SendGraphql = (
  request: GraphqlRequest,
  accessToken: string,
  signal: AbortSignal,
) => Promise<GraphqlOutcome>;

/** Where access tokens come from. Both throw `ServiceFault`; `notPaired` when there are none. */
export interface AccessTokens {
  current(signal: AbortSignal): Promise<string>;
  /** A token other than `rejected`, which the service has just refused. */
  renew(rejected: string, signal: AbortSignal): Promise<string>;
}

/** The one GraphQL endpoint (specification, section 4): how a document is sent. */
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
  /** The outcome with a token that the service honours. Throws a `ServiceFault` when no answer of GraphQL came. */
  execute(
    request: GraphqlRequest,
    signal: AbortSignal,
  ): Promise<Exclude<GraphqlOutcome, { readonly type: 'rejected' }>>;
}

/** Sends documents as the paired listener: a token refused once is renewed, and the document sent once more. */
export function createGraphqlClient(options: {
  readonly send: SendGraphql;
  readonly tokens: AccessTokens;
}): GraphqlClient {
  return {
    async execute(request, signal) {
      const token = await options.tokens.current(signal);
      const first = await options.send(request, token, signal);
      if (first.type !== 'rejected') return first;
      // A rejected document was not carried out, so that even a mutation may be sent again.
      const second = await options.send(request, await options.tokens.renew(token, signal), signal);
      if (second.type !== 'rejected') return second;
      throw second.fault;
    },
  };
}
