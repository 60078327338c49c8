/** What lies between the speaker and the service: it notes every secret that passes, and can be cut. */
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Wire {
  readonly url: string;
  /** Every token, code, verifier, state and audio address that ever passed. */
  readonly secrets: ReadonlySet<string>;
  /** Nobody answers any more, and what was open is cut. */
  cut(): Promise<void>;
  /** Back, at the same address. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

const NAMED = /"(?:access_token|refresh_token|authToken|audioUrl)"\s*:\s*"([^"]+)"/g;
const IN_FORM = ['code', 'code_verifier', 'refresh_token', 'token'];

export async function createWire(target: () => string): Promise<Wire> {
  const secrets = new Set<string>();
  const sockets = new Set<Socket>();

  function note(text: string): void {
    for (const [, secret = ''] of text.matchAll(NAMED)) {
      secrets.add(secret);
      if (/^https?:/.test(secret)) {
        const { pathname, search } = new URL(secret);
        secrets.add(search.slice(1)).add(pathname);
        secrets.add(/token=(.+)/.exec(search)?.[1] ?? search);
      }
    }
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const [scheme, credentials] = (incoming.headers.authorization ?? '').split(' ');
    if (scheme !== '' && credentials !== undefined) secrets.add(credentials);
    if (incoming.url?.includes('/oauth/') === true) {
      const form = new URLSearchParams(body.toString());
      for (const name of IN_FORM) if (form.get(name) !== null) secrets.add(form.get(name) ?? '');
    }
    const { hostname, port } = new URL(target());
    const { method, url, headers } = incoming;
    const onward = forward({ hostname, port, method, path: url, headers, agent: false });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
    onward.on('response', answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const text: Buffer[] = [];
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      answer.on('data', (part: Buffer) => {
        if (isJson) text.push(part);
      });
      answer.on('error', () => outgoing.destroy());
      answer.on('close', () => {
        if (isJson) note(Buffer.concat(text).toString());
        if (!answer.complete) outgoing.destroy();
      });
      answer.pipe(outgoing);
    });
  }

  function listen(port: number) {
    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
      pass(incoming, outgoing).catch(() => outgoing.destroy());
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    return server;
  }

  let server = listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    secrets,
    cut,
    async mend() {
      server = listen(port);
      await once(server, 'listening');
    },
    stop: cut,
  };
}
