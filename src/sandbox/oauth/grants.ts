import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Listener } from '../library/listeners.js';

/** A request for which a listener is asked for consent. */
export interface AuthorizationRequest {
  /** The `alias` of the callback. */
  readonly alias: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string | null;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInS: number;
}

interface Code {
  readonly request: AuthorizationRequest;
  readonly listener: Listener;
  readonly untilMs: number;
}

/** Codes, access tokens and refresh tokens, in memory (specification, sections 4 and 5). */
export interface Grants {
  ask(request: Omit<AuthorizationRequest, 'alias'>): AuthorizationRequest;
  /** Removes and returns the request; null if it was answered before, or displaced by 100 newer ones. */
  settle(alias: string): AuthorizationRequest | null;
  issueCode(request: AuthorizationRequest, listener: Listener): string;
  /** Returns tokens for a code, or the reason for refusing them. */
  redeem(code: string, redirectUri: string, verifier: string | null): IssuedTokens | string;
  issueTokens(listener: Listener): IssuedTokens;
  /** Returns new tokens; null if the refresh token is unknown or no longer valid. */
  refresh(refreshToken: string, rotate: boolean): IssuedTokens | null;
  revoke(token: string): void;
  revokeAll(): void;
  /** Rejects every access token from now on; refresh tokens stay valid. */
  expireAccessTokens(): void;
  listenerOf(accessToken: string): Listener | null;
}

export interface GrantsOptions {
  readonly accessTokenSeconds: number;
  readonly now: () => number;
}

const CODE_MS = 60_000;
const ASKED_MAX = 100;

export function createGrants({ accessTokenSeconds, now }: GrantsOptions): Grants {
  const questions = new Map<string, AuthorizationRequest>();
  const codes = new Map<string, Code>();
  const access = new Map<string, { listener: Listener; refreshToken: string; untilMs: number }>();
  const refresh = new Map<string, Listener>();

  function issueAccess(listener: Listener, refreshToken: string): IssuedTokens {
    for (const [token, { untilMs }] of access) if (untilMs <= now()) access.delete(token);
    const accessToken = `a.${randomBytes(48).toString('base64')}`;
    access.set(accessToken, { listener, refreshToken, untilMs: now() + accessTokenSeconds * 1000 });
    return { accessToken, refreshToken, expiresInS: accessTokenSeconds };
  }

  function issueTokens(listener: Listener): IssuedTokens {
    const refreshToken = `r.${randomBytes(48).toString('base64')}`;
    refresh.set(refreshToken, listener);
    return issueAccess(listener, refreshToken);
  }

  function end(refreshToken: string): void {
    refresh.delete(refreshToken);
    for (const [token, grant] of access) if (grant.refreshToken === refreshToken) access.delete(token);
  }

  function settle(alias: string): AuthorizationRequest | null {
    const question = questions.get(alias) ?? null;
    questions.delete(alias);
    return question;
  }

  return {
    ask(request) {
      const question = { ...request, alias: randomUUID() };
      questions.set(question.alias, question);
      for (const alias of questions.keys()) if (questions.size > ASKED_MAX) questions.delete(alias);
      return question;
    },
    settle,
    issueCode(request, listener) {
      for (const [code, { untilMs }] of codes) if (untilMs <= now()) codes.delete(code);
      const code = randomBytes(32).toString('base64url');
      codes.set(code, { request, listener, untilMs: now() + CODE_MS });
      return code;
    },
    redeem(code, redirectUri, verifier) {
      const known = codes.get(code);
      codes.delete(code);
      if (known === undefined || known.untilMs <= now()) return 'the code is unknown, used or too old';
      if (known.request.redirectUri !== redirectUri) return 'redirect_uri is not that of the authorization';
      const { codeChallenge } = known.request;
      if (codeChallenge === null && verifier !== null) return 'code_verifier without a code_challenge';
      if (codeChallenge !== null && (verifier === null || challengeOf(verifier) !== codeChallenge)) {
        return 'code_verifier does not fit the code_challenge';
      }
      return issueTokens(known.listener);
    },
    issueTokens,
    refresh(refreshToken, rotate) {
      const listener = refresh.get(refreshToken);
      if (listener === undefined) return null;
      if (!rotate) return issueAccess(listener, refreshToken);
      refresh.delete(refreshToken);
      return issueTokens(listener);
    },
    revoke(token) {
      end(access.get(token)?.refreshToken ?? token);
    },
    revokeAll() {
      access.clear();
      refresh.clear();
    },
    expireAccessTokens: () => access.clear(),
    listenerOf(accessToken) {
      const grant = access.get(accessToken);
      return grant === undefined || grant.untilMs <= now() ? null : grant.listener;
    },
  };
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}
