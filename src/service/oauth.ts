import { ServiceFault } from '../contract/errors.js';
import type { ClientAuthentication } from '../lib/client-authentication.js';
import type { AuthorizeRequest, CodeGrant } from '../contract/service-ports.js';
import { isFields, toFields, toNumber } from './fields.js';
import { isForeign, parseJson, toForeignFault, toHttpFault, toServiceText } from './graphql-answer.js';
import type { HttpAnswer, HttpClient } from './http-client.js';

export interface TokenGrant {
  readonly accessToken: string;
  /** Null if the answer held none: the old one stays valid. */
  readonly refreshToken: string | null;
  /** Lifetime in seconds; 0 if the service did not state it. */
  readonly expiresInS: number;
}

/**
 * The OAuth endpoints (specification, sections 4 and 5). Calls throw a `ServiceFault`: `grantRefused` stands for
 * `invalid_grant` under status 400, 401 or 403, `clientRefused` for errors that only a better configuration or the service's
 * operator can resolve.
 */
export interface OAuth {
  authorizeUrl(request: AuthorizeRequest): string;
  exchange(grant: CodeGrant, signal: AbortSignal): Promise<TokenGrant>;
  /** Renews tokens. `unsent` cancels the request as long as no part of it was sent. */
  refresh(refreshToken: string, signal: AbortSignal, unsent?: AbortSignal): Promise<TokenGrant>;
  revoke(refreshToken: string, signal: AbortSignal): Promise<void>;
}

interface Signals {
  readonly signal: AbortSignal;
  readonly unsent?: AbortSignal | undefined;
}

export function createOAuth(options: {
  readonly http: HttpClient;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Shared by all instances for one service, so that each knows which way works. */
  readonly authentication: ClientAuthentication;
  readonly timeoutMs: number;
}): OAuth {
  const { http, clientId, clientSecret, authentication, timeoutMs } = options;
  const root = `${options.authUrl.replace(/\/+$/, '')}/oauth/v1`;

  async function post(
    endpoint: string,
    form: Record<string, string>,
    { signal, unsent }: Signals,
  ): Promise<HttpAnswer> {
    return await authentication.send(async ({ headers, fields }) => {
      const answer = await http.post({
        url: `${root}/${endpoint}`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, ...fields }).toString(),
        // The first request that is taken spends the code and may rotate the refresh token.
        repeatable: false,
        timeoutMs,
        signal,
        ...(unsent !== undefined && { unsent }),
      });
      return { ...answer, error: toFields(parseJson(answer.text))['error'] };
    });
  }

  const grant = async (form: Record<string, string>, secrets: string[], signals: Signals) =>
    readTokenAnswer(await post('token', form, signals), [...secrets, clientSecret]);

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
        { signal },
      ),
    refresh: (refreshToken, signal, unsent) =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, [refreshToken], { signal, unsent }),
    async revoke(refreshToken, signal) {
      // Without the hint, some services take it for an access token and end nothing (@jmondi/oauth2-server).
      const form = { token: refreshToken, token_type_hint: 'refresh_token' };
      const answer = await post('revoke', form, { signal });
      if (answer.status >= 400) throw toHttpFault(answer);
    },
  };
}

/** Reads the token endpoint's answer: returns the tokens, or throws the fault for its error (RFC 6749 §5.1, §5.2). */
function readTokenAnswer(answer: HttpAnswer, secrets: readonly string[]): TokenGrant {
  const body = parseJson(answer.text);
  const error = toError(toFields(body)['error'], answer.status, secrets);
  const accessToken = toToken(toFields(body)['access_token']) ?? toToken(toFields(body)['authToken']);
  // Some services send an error with status 200.
  if (error !== null && !(isSuccess(answer.status) && accessToken !== null)) {
    throw toRefusal(error, answer, toServiceText(toFields(body)['error_description'], secrets));
  }
  if (answer.status === 401) throw toRefusal('invalid_client', answer, null);
  if (!isSuccess(answer.status)) throw isForeign(answer.status) ? toForeignFault() : toHttpFault(answer);
  if (!isFields(body) || accessToken === null) throw toForeignFault();
  return {
    accessToken,
    refreshToken: toToken(body['refresh_token']),
    expiresInS: Math.max(0, toNumber(body['expires_in']) ?? 0),
  };
}

/**
 * Returns the error that the answer names; null if none, or if it is `invalid_grant`, which ends the pairing, in
 * another form than RFC 6749 §5.2 gives it, save for status 403 (oauth2orize). A server in trouble, or one in between, may say anything: such an answer
 * is judged by its status alone.
 */
function toError(said: unknown, status: number, secrets: readonly string[]): string | null {
  const error = toServiceText(said, secrets);
  if (error !== 'invalid_grant') return error;
  return said === error && [400, 401, 403].includes(status) ? error : null;
}

/** Errors that neither the listener nor time can resolve: client, redirect address or scope differ at the service. */
const OF_THE_CLIENT: Readonly<Record<string, string>> = {
  invalid_client: 'does not know this speaker’s client id, or its secret is wrong',
  unauthorized_client: 'does not allow this speaker’s client to sign in this way',
  invalid_request: 'does not understand this speaker’s sign-in request',
  invalid_scope: 'does not grant this speaker’s client the scope it needs',
  unsupported_grant_type: 'does not let this speaker’s client sign in this way',
};

/** Some services say `invalid_request` of a grant that has ended (@jmondi/oauth2-server). */
const OR_THE_GRANT = 'Signing in again may help, as the sign-in may have ended. ';

/** Returns the fault for an `error` of RFC 6749 §5.2. */
function toRefusal(
  error: string,
  { status, retryAfterMs }: HttpAnswer,
  message: string | null,
): ServiceFault {
  const details = {
    httpStatus: status,
    serviceCode: error,
    // After a server error the request may or may not have been carried out.
    answerLost: status >= 500 || error === 'server_error',
    ...(message !== null && { serviceMessage: message }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  if (error === 'invalid_grant') {
    return new ServiceFault('grantRefused', message ?? 'The service refused with invalid_grant.', details);
  }
  const why = Object.hasOwn(OF_THE_CLIENT, error) && status < 500 ? OF_THE_CLIENT[error] : undefined;
  return why === undefined
    ? new ServiceFault('serviceError', message ?? `The service refused with ${error}.`, details)
    : new ServiceFault(
        'clientRefused',
        `The music service ${why} (${error}). ${error === 'invalid_request' ? OR_THE_GRANT : ''}Whoever installed the speaker can fix this: check TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET.`,
        details,
      );
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Accepts printable ASCII only: other characters are not allowed in a header. */
function toToken(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value) ? value : null;
}
