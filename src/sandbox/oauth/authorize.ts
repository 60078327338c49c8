import { type ReadyAnswer, pageAnswer, redirectAnswer } from '../answer.js';
import type { Listener } from '../library/listeners.js';
import { consentPage, messagePage } from './consent-page.js';
import type { AuthorizationRequest, Grants } from './grants.js';

export interface AuthorizeOptions {
  readonly clientId: string;
  readonly grants: Grants;
  readonly listeners: readonly Listener[];
}

/**
 * Answers `GET /oauth/v1/authorize` (specification, section 4): with the consent page; with a page of status 400 if the
 * client or its redirect address is not valid; otherwise with a redirect that has `error` (RFC 6749 §4.1.2.1).
 */
export function authorize(
  query: URLSearchParams,
  { clientId, grants, listeners }: AuthorizeOptions,
): ReadyAnswer {
  const refuse = (sentence: string): ReadyAnswer =>
    pageAnswer(400, messagePage('This request cannot be used', sentence));
  if (query.get('client_id') !== clientId) return refuse('client_id is missing or not known here.');
  const redirectUri = query.get('redirect_uri');
  if (redirectUri === null || !/^https?:/i.test(redirectUri) || !URL.canParse(redirectUri)) {
    return refuse('redirect_uri is missing or no address of the web.');
  }
  const state = query.get('state');
  const problem = problemOf(query);
  if (problem !== null) {
    return redirectAnswer(withParams(redirectUri, { ...problem, ...(state !== null && { state }) }));
  }
  const request = grants.ask({ redirectUri, state, codeChallenge: query.get('code_challenge') });
  return pageAnswer(200, consentPage(request, listeners, clientId));
}

/** Answers the consent form: redirects to the client with `code`, `state`, `alias`, or with `access_denied`. */
export function decide(form: URLSearchParams, { grants, listeners }: AuthorizeOptions): ReadyAnswer {
  const request = grants.settle(form.get('request') ?? '');
  if (request === null) {
    const sentence =
      'This question was answered before, or is too old. Go back to the speaker’s page: it may be signed in by now.';
    return pageAnswer(400, messagePage('Too late', sentence));
  }
  const listener = listeners.find(({ id }) => id === form.get('listener'));
  if (form.get('decision') !== 'allow') return redirectAnswer(deniedAddress(request));
  if (listener === undefined) return pageAnswer(400, messagePage('Who are you?', 'No such listener.'));
  return redirectAnswer(allowedAddress(request, grants.issueCode(request, listener)));
}

function allowedAddress({ redirectUri, state, alias }: AuthorizationRequest, code: string): string {
  return withParams(redirectUri, { code, ...(state !== null && { state }), alias });
}

function deniedAddress({ redirectUri, state, alias }: AuthorizationRequest): string {
  return withParams(redirectUri, { error: 'access_denied', ...(state !== null && { state }), alias });
}

function problemOf(query: URLSearchParams): Record<string, string> | null {
  const invalid = (error_description: string) => ({ error: 'invalid_request', error_description });
  if (query.get('response_type') === null) return invalid('response_type is missing');
  if (query.get('response_type') !== 'code') return { error: 'unsupported_response_type' };
  const scopes = (query.get('scope') ?? 'webapi').split(' ');
  if (scopes.some(scope => scope !== 'webapi')) return { error: 'invalid_scope' };
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  if (challenge === null) {
    return method === null ? null : invalid('code_challenge_method without code_challenge');
  }
  if (method !== 'S256') return invalid('code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(challenge)) return invalid('code_challenge is not a SHA-256 in base64url');
  return null;
}

function withParams(address: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.append(name, value);
  return url.href;
}
