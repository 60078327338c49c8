import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One request as it arrived at the fake service. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly form: URLSearchParams;
  readonly graphql: { operationName: string; query: string; variables: Record<string, unknown> };
  readonly socket: Socket;
}

export type Responder = (received: Received, response: ServerResponse) => void;

export interface ServiceServer {
  readonly url: string;
  readonly received: Received[];
  /** Connections opened so far. */
  readonly connections: number;
  /** Answers the next requests to GraphQL one by one, then goes on with the last. */
  graphql(...responders: Responder[]): void;
  /** The same for the token endpoint. */
  token(...responders: Responder[]): void;
  revoke(...responders: Responder[]): void;
  /** Requests to one endpoint. */
  to(endpoint: 'graphql' | 'token' | 'revoke'): Received[];
  /** Ends every connection, as a service does with idle ones; a connection closes once the client has seen that. */
  endIdle(): void;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Answers with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Responder {
  return raw(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

export function raw(body: string, status = 200, headers: Record<string, string> = {}): Responder {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Takes the request and cuts the connection. */
export const hangUp: Responder = ({ socket }) => {
  socket.destroy();
};

/** Takes the request and says nothing. */
export const silence: Responder = () => undefined;

export const grant = (access: string, more: object = {}): Responder =>
  json({
    access_token: access,
    refresh_token: `refresh-of-${access}`,
    expires_in: 14_400,
    token_type: 'Bearer',
    ...more,
  });

export const invalidGrant = json({ error: 'invalid_grant', error_description: 'gone' }, 400);

export const unauthenticated = json({
  errors: [{ message: 'token bad', extensions: { code: 'UNAUTHENTICATED' } }],
});

/** A listener who consents at once. */
const consent: Responder = ({ path }, response) => {
  const asked = new URL(path, 'http://service.invalid').searchParams;
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ code: 'c0de', state: asked.get('state') ?? '', alias: 'a' }).toString();
  response.writeHead(303, { location: back.href }).end();
};

/** A real HTTP server whose answers a test scripts. */
export async function startServiceServer(): Promise<ServiceServer> {
  const received: Received[] = [];
  const scripts = new Map<string, Responder[]>([
    ['graphql', [json({ data: { profile: { id: 'LI:1' } } })]],
    ['token', [grant('granted')]],
    ['revoke', [json({})]],
    ['authorize', [consent]],
  ]);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const path = request.url ?? '';
      const one: Received = {
        path,
        headers: request.headers,
        text,
        socket: request.socket,
        get form() {
          return new URLSearchParams(text);
        },
        get graphql() {
          return JSON.parse(text) as Received['graphql'];
        },
      };
      received.push(one);
      const script =
        scripts.get(new URL(path, 'http://service.invalid').pathname.split('/').at(-1) ?? '') ?? [];
      const responder = script.length > 1 ? script.shift() : script[0];
      (responder ?? json({ error: 'not scripted' }, 404))(one, response);
    });
  });
  server.on('connection', socket => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get connections() {
      return connections;
    },
    graphql: (...responders) => scripts.set('graphql', responders),
    token: (...responders) => scripts.set('token', responders),
    revoke: (...responders) => scripts.set('revoke', responders),
    to: endpoint => received.filter(({ path }) => path.endsWith(`/${endpoint}`)),
    endIdle() {
      for (const socket of sockets) socket.end();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
