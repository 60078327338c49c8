import { type ReadyAnswer, jsonAnswer } from '../answer.js';
import type { Faults } from '../faults/switchboard.js';
import type { Grants, IssuedTokens } from './grants.js';

export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly form: URLSearchParams;
}

export interface TokenOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly grants: Grants;
  readonly faults: Faults;
}

/** Answers `POST /oauth/v1/token`: both grants, with errors as in RFC 6749 §5.2. */
export function grantTokens(request: TokenRequest, options: TokenOptions): ReadyAnswer {
  const refused = refusalOf(request, options);
  if (refused !== null) return refused;
  const { form } = request;
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return redeemCode(form, options);
    case 'refresh_token':
      return refreshTokens(form, options);
    case null:
      return oauthError('invalid_request', 'grant_type is missing');
    default:
      return oauthError('unsupported_grant_type', 'grant_type is not supported');
  }
}

/** Answers `POST /oauth/v1/revoke`: always 200, but revokes the token only for an authenticated client. */
export function revokeToken(request: TokenRequest, options: TokenOptions): ReadyAnswer {
  if (refusalOf(request, options) === null) options.grants.revoke(request.form.get('token') ?? '');
  return jsonAnswer(200, {});
}

function redeemCode(form: URLSearchParams, { grants, faults }: TokenOptions): ReadyAnswer {
  const code = form.get('code');
  const redirectUri = form.get('redirect_uri');
  if (code === null || redirectUri === null) {
    return oauthError('invalid_request', 'code and redirect_uri are required');
  }
  const tokens = grants.redeem(code, redirectUri, form.get('code_verifier'));
  return typeof tokens === 'string'
    ? oauthError('invalid_grant', tokens)
    : tokensAnswer(tokens, 'token', faults);
}

function refreshTokens(form: URLSearchParams, { grants, faults }: TokenOptions): ReadyAnswer {
  const refreshToken = form.get('refresh_token');
  if (refreshToken === null) return oauthError('invalid_request', 'refresh_token is missing');
  const refused = faults.strike('refreshRefused', ['refresh', 'oauth']) !== null;
  const rotate = faults.strike('rotateRefreshToken', ['refresh', 'oauth']) !== null;
  const tokens = refused ? null : grants.refresh(refreshToken, rotate);
  return tokens === null
    ? oauthError('invalid_grant', 'the refresh token is not known')
    : tokensAnswer(tokens, 'refresh', faults);
}

function tokensAnswer(tokens: IssuedTokens, operation: string, faults: Faults): ReadyAnswer {
  const struck = (fault: 'quotedExpiresIn' | 'authTokenField' | 'omitRefreshToken'): boolean =>
    faults.strike(fault, [operation, 'oauth']) !== null;
  return jsonAnswer(200, {
    [struck('authTokenField') ? 'authToken' : 'access_token']: tokens.accessToken,
    ...(!struck('omitRefreshToken') && { refresh_token: tokens.refreshToken }),
    expires_in: struck('quotedExpiresIn') ? String(tokens.expiresInS) : tokens.expiresInS,
    token_type: 'Bearer',
  });
}

function refusalOf(
  { authorization, contentType }: TokenRequest,
  { clientId, clientSecret }: TokenOptions,
): ReadyAnswer | null {
  const [, given = ''] = /^Basic ([\w+/]+=*)$/.exec(authorization ?? '') ?? [];
  if (Buffer.from(given, 'base64').toString('utf8') !== `${clientId}:${clientSecret}`) {
    return oauthError('invalid_client', 'client authentication failed', 401);
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) {
    return oauthError('invalid_request', 'the body must be a form');
  }
  return null;
}

function oauthError(error: string, error_description: string, status = 400): ReadyAnswer {
  const headers = status === 401 ? { 'www-authenticate': 'Basic realm="sandbox"' } : {};
  return jsonAnswer(status, { error, error_description }, headers);
}
