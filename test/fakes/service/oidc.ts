/**
 * The music service behind somebody else's OAuth server: oidc-provider, which rotates refresh tokens and ends the grant
 * when an old one comes back. GraphQL, audio and art are the sandbox's. A proxy before both decides what becomes of
 * the token endpoint's answers.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as forward,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Provider from 'oidc-provider';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import { createOidcStore } from './oidc-store.js';

/**
 * Of an answer that the provider has given: passed on, lost with its connection, passed on so much later, or then, or
 * with a `Retry-After`.
 */
export type Fate =
  | 'pass'
  | 'cut'
  | { readonly retryAfterS: number }
  | { readonly heldMs: number }
  | { readonly until: Promise<void> };

export interface OidcService {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address that every client registers here. */
  readonly redirectUri: string;
  /** Opens an authorize address as a listener's browser would; the callback address. */
  readonly consent: (authorizeUrl: string) => Promise<string>;
  /** What becomes of the answers to renewals to come, one by one; those after them pass. */
  answers(...fates: readonly Fate[]): void;
  /** Of every answer to a renewal from now on. */
  answersBy(fate: () => Fate): void;
  /** Renewals that the provider has answered so far: `granted`, or the OAuth error with its description. */
  readonly renewals: readonly string[];
  /** Refresh tokens that are good and were never used. */
  live(): readonly string[];
  /** How often a grant was ended: by a revocation, or because an old refresh token came back. */
  readonly endedGrants: number;
  expireAccessTokens(): void;
  /** As if whoever runs the service had registered the client anew; what is left out is as at the beginning. */
  changeClient(change: {
    readonly client_secret?: string | undefined;
    readonly scope?: string;
    readonly token_endpoint_auth_method?: 'none' | 'client_secret_basic' | 'client_secret_post';
  }): Promise<void>;
  stop(): Promise<void>;
}

export interface OidcOptions {
  /** So long a used refresh token is forgiven; 0: never, as oidc-provider has it. */
  readonly graceMs?: number;
  readonly accessTokenSeconds?: number;
}

const CLIENT_ID = 'speaker-client';
/** Who asks whether an access token is good. */
const RESOURCE_ID = 'the-graphql-server';
const SECRET = 'a-secret-that-is-long-enough-for-the-provider';
const REDIRECT_URI = 'http://speaker.test/pair/callback';

export async function startOidcService(sandbox: Sandbox, options: OidcOptions = {}): Promise<OidcService> {
  const { graceMs = 0, accessTokenSeconds = 14_400 } = options;
  const store = createOidcStore(() => graceMs);
  const renewals: string[] = [];
  let endedGrants = 0;
  let fates: Fate[] = [];
  let fateOf = (): Fate => fates.shift() ?? 'pass';

  const register: OidcService['changeClient'] = change =>
    store.putClient({
      client_id: CLIENT_ID,
      client_secret: SECRET,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'webapi',
      ...change,
    });
  await register({});
  await store.putClient({
    client_id: RESOURCE_ID,
    client_secret: SECRET,
    redirect_uris: [],
    grant_types: [],
    response_types: [],
  });

  const front = await listen((incoming, outgoing) => {
    receive(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const provider: Provider = new Provider(front.url, {
    adapter: store.adapter,
    scopes: ['webapi', 'other'],
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    expiresWithSession: () => Promise.resolve(false),
    ttl: {
      AccessToken: accessTokenSeconds,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    routes: {
      authorization: '/oauth/v1/authorize',
      token: '/oauth/v1/token',
      revocation: '/oauth/v1/revoke',
      introspection: '/oauth/v1/introspect',
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
    },
    cookies: { keys: ['of-the-test'] },
    jwks: {
      keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
    },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('webapi');
      await grant.save();
      return grant;
    },
  });
  provider.on('grant.revoked', () => (endedGrants += 1));
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.['grant_type'] === 'refresh_token') renewals.push('granted');
  });
  provider.on('grant.error', ({ oidc }, { error, error_description: text }) => {
    if (oidc.params?.['grant_type'] === 'refresh_token') renewals.push(`${error}: ${text ?? ''}`);
  });
  const answer = provider.callback();
  const back = await listen((incoming, outgoing) => {
    if (incoming.url?.startsWith('/interaction/') !== true) void answer(incoming, outgoing);
    // A listener who signs in and consents at once.
    else void provider.interactionFinished(incoming, outgoing, { login: { accountId: 'listener' } });
  });

  async function isHonoured({ headers }: IncomingMessage): Promise<boolean> {
    const basic = Buffer.from(`${RESOURCE_ID}:${SECRET}`).toString('base64');
    const found = await fetch(`${back.url}/oauth/v1/introspect`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ token: (headers.authorization ?? '').replace(/^Bearer /, '') }),
    });
    return ((await found.json()) as { readonly active?: boolean }).active === true;
  }

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (path.startsWith('/oauth/') || path.startsWith('/interaction/')) {
      const isRenewal = body.includes('grant_type=refresh_token');
      await pass(back.url, incoming, outgoing, { body, fate: isRenewal ? fateOf : () => 'pass' });
    } else if (path.startsWith('/api/') && !(await isHonoured(incoming))) {
      const errors = [{ message: 'who are you?', extensions: { code: 'UNAUTHENTICATED' } }];
      outgoing.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ errors }));
    } else {
      const authorization = `Bearer ${sandbox.issueTokens().accessToken}`;
      await pass(sandbox.url, incoming, outgoing, { body, authorization, fate: () => 'pass' });
    }
  }

  return {
    url: front.url,
    clientId: CLIENT_ID,
    clientSecret: SECRET,
    redirectUri: REDIRECT_URI,
    consent: visit,
    answers(...next) {
      fates = [...next];
      fateOf = () => fates.shift() ?? 'pass';
    },
    answersBy: next => (fateOf = next),
    renewals,
    live: () => store.live(),
    get endedGrants() {
      return endedGrants;
    },
    expireAccessTokens: () => store.expireAccessTokens(),
    changeClient: register,
    async stop() {
      await Promise.all([front.stop(), back.stop()]);
    },
  };
}

async function listen(
  onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server: Server = createServer({ keepAliveTimeout: 60_000 }, onRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends the request on, as its client named the host; what comes back is given to the client as `fate` has it. */
async function pass(
  target: string,
  { method, url, headers }: IncomingMessage,
  outgoing: ServerResponse,
  {
    body,
    authorization,
    fate,
  }: { readonly body: Buffer; readonly authorization?: string; readonly fate: () => Fate },
): Promise<void> {
  const { hostname, port } = new URL(target);
  const onward = forward({
    ...{ hostname, port, method, path: url, agent: false },
    headers: {
      ...headers,
      ...(authorization !== undefined && headers.authorization !== undefined && { authorization }),
    },
  });
  outgoing.on('close', () => onward.destroy());
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const so = fate();
  if (so === 'pass' || (typeof so === 'object' && 'retryAfterS' in so)) {
    const more = so === 'pass' ? {} : { 'retry-after': String(so.retryAfterS) };
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...more });
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  if (so === 'cut') {
    outgoing.destroy();
    return;
  }
  await ('until' in so ? so.until : sleep(so.heldMs, undefined, { ref: false }));
  if (!outgoing.destroyed)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
}

/** From redirect to redirect with the cookies of one browser, until it leaves for the client's own address. */
async function visit(authorizeUrl: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = authorizeUrl;
  while (!address.startsWith(REDIRECT_URI)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider shows a page: ${answer.status} ${await answer.text()}`);
    address = new URL(next, address).href;
  }
  return address;
}
