import { ServiceFault } from '../errors.js';
import type { AuthorizeRequest, CodeGrant } from '../service-ports.js';
import { isFields, toFields, toNumber } from './fields.js';
import { isForeign, parseJson, toForeignFault, toHttpFault, toServiceText } from './graphql-answer.js';
import type { HttpAnswer, HttpClient } from './http-client.js';

export interface TokenGrant {
  readonly accessToken: string;
  /** Null when none came back: the old one stays good. */
  readonly refreshToken: string | null;
  /** 0 when the service did not say. */
  readonly expiresInS: number;
}

/** The OAuth endpoints (specification, sections 4 and 5). Calls throw `ServiceFault`; `grantRefused` is `invalid_grant`. */
export interface OAuth {
  authorizeUrl(request: AuthorizeRequest): string;
  exchange(grant: CodeGrant, signal: AbortSignal): Promise<TokenGrant>;
  refresh(refreshToken: string, signal: AbortSignal): Promise<TokenGrant>;
  revoke(refreshToken: string, signal: AbortSignal): Promise<void>;
}

export function createOAuth(options: {
  readonly http: HttpClient;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
}): OAuth {
  const { http, clientId, clientSecret, timeoutMs } = options;
  const root = `${options.authUrl.replace(/\/+$/, '')}/oauth/v1`;
  // The bytes as they stand, not form-encoded first, and with an empty secret too.
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`;

  async function post(
    endpoint: string,
    form: Record<string, string>,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    return await http.post({
      url: `${root}/${endpoint}`,
      headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      // A code is spent and a refresh token may be rotated by the first request that arrives.
      repeatable: false,
      timeoutMs,
      signal,
    });
  }

  async function grant(
    form: Record<string, string>,
    secrets: string[],
    signal: AbortSignal,
  ): Promise<TokenGrant> {
    return readTokenAnswer(await post('token', form, signal), [...secrets, clientSecret]);
  }

  return {
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'webapi',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
      return `${root}/authorize?${query.toString()}`;
    },
    exchange: ({ code, redirectUri, codeVerifier }, signal) =>
      grant(
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier },
        [code, codeVerifier],
        signal,
      ),
    refresh: (refreshToken, signal) =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, [refreshToken], signal),
    async revoke(refreshToken, signal) {
      const answer = await post('revoke', { token: refreshToken }, signal);
      if (answer.status >= 400) throw toHttpFault(answer);
    },
  };
}

/** Reads the token endpoint's answer: the tokens, or the fault that its error means (RFC 6749 §5.1, §5.2). */
function readTokenAnswer(answer: HttpAnswer, secrets: readonly string[]): TokenGrant {
  const body = parseJson(answer.text);
  const error = toServiceText(toFields(body)['error'], secrets);
  const accessToken = toToken(toFields(body)['access_token']) ?? toToken(toFields(body)['authToken']);
  // Some say so with status 200.
  if (error !== null && !(isSuccess(answer.status) && accessToken !== null)) {
    const message = toServiceText(toFields(body)['error_description'], secrets);
    throw new ServiceFault(
      error === 'invalid_grant' ? 'grantRefused' : 'serviceError',
      message ?? `The service refused with ${error}.`,
      {
        httpStatus: answer.status,
        serviceCode: error,
        ...(message !== null && { serviceMessage: message }),
        ...(answer.retryAfterMs !== undefined && { retryAfterMs: answer.retryAfterMs }),
      },
    );
  }
  if (!isSuccess(answer.status)) throw isForeign(answer.status) ? toForeignFault() : toHttpFault(answer);
  if (!isFields(body) || accessToken === null) throw toForeignFault();
  return {
    accessToken,
    refreshToken: toToken(body['refresh_token']),
    expiresInS: Math.max(0, toNumber(body['expires_in']) ?? 0),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Printable ASCII only: anything else cannot stand in a header. */
function toToken(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value) ? value : null;
}
