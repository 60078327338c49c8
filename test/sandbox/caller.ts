import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';

export interface Entry {
  message: string;
  path?: (string | number)[];
  extensions: { code: string };
}

export interface Reply {
  status: number;
  // What the service answers is looked at, not typed, in these tests.
  data: unknown;
  errors: Entry[];
  text: string;
  headers: Headers;
}

export interface Caller {
  sandbox: Sandbox;
  /** Asks the GraphQL endpoint as the first listener, or with another token. */
  ask: (query: string, variables?: Record<string, unknown>, token?: string) => Promise<Reply>;
  /** Posts any body there. */
  post: (body: string, headers?: Record<string, string>) => Promise<Reply>;
  /** Posts a form to an OAuth endpoint with the client's own authentication. */
  form: (
    path: string,
    fields: Record<string, string> | string,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>;
  authorizeUrl: (params?: Record<string, string | null>) => string;
}

interface Owner {
  teardown(end: () => Promise<void>): unknown;
}

export const REDIRECT = 'http://speaker.local:8710/pair/callback';

/** A sandbox that ends with the test, and ways to ask it. */
export async function visit(t: Owner, options: SandboxOptions = {}): Promise<Caller> {
  const sandbox = createSandbox(options);
  await sandbox.start();
  t.teardown(() => sandbox.stop());
  const { accessToken } = sandbox.issueTokens();
  const basic = Buffer.from(`${sandbox.clientId}:${sandbox.clientSecret}`, 'utf8').toString('base64');

  const post: Caller['post'] = async (body, headers = {}) => {
    const response = await fetch(`${sandbox.url}/api/v1/graphql/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
    const text = await response.text();
    const parsed = parse(text);
    return {
      status: response.status,
      data: parsed['data'],
      errors: (parsed['errors'] ?? []) as Entry[],
      text,
      headers: response.headers,
    };
  };

  return {
    sandbox,
    post,
    ask: (query, variables = {}, token = accessToken) =>
      post(JSON.stringify({ operationName: null, variables, query }), { authorization: `Bearer ${token}` }),
    async form(path, fields, headers = {}) {
      const response = await fetch(sandbox.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${basic}`,
          ...headers,
        },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      });
      return { status: response.status, body: parse(await response.text()), headers: response.headers };
    },
    authorizeUrl(params = {}) {
      const query = new URLSearchParams();
      const all: Record<string, string | null> = {
        response_type: 'code',
        client_id: sandbox.clientId,
        redirect_uri: REDIRECT,
        state: 'some state',
        ...params,
      };
      for (const [name, value] of Object.entries(all)) if (value !== null) query.set(name, value);
      return `${sandbox.url}/oauth/v1/authorize?${query.toString()}`;
    },
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Follows names and places into an answer of unknown shape; undefined where the way ends. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined,
    value,
  );
}

const ITEM = `__typename feedbackValue
  ... on TrackItem { audioUrl interactions index trackToken progressFrequency
    track { id name duration artist { name } art { url(size: WIDTH_130) } } }
  ... on PodcastEpisodeItem { index progressFrequency
    podcastEpisode { name duration releaseDate podcast { name summary totalEpisodeCount } } }`;

export const CURRENT = `query ($d: String!) { playback { current(deviceUuid: $d) { ${ITEM} } } }`;
export const SET_SOURCE = `mutation ($d: String!, $s: String!) {
  playback { setSource(deviceUuid: $d, sourceId: $s) { id type current { ${ITEM} } } } }`;
export const SET_PROGRESS = `mutation ($d: String!, $s: String!, $i: Int!, $e: Int!) {
  playback { setProgress(deviceUuid: $d, sourceId: $s, index: $i, elapsedTime: $e) { status current { ${ITEM} } } } }`;
