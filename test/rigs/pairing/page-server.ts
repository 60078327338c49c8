import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pages } from '../../../src/contract/ports.js';

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Serves pages to a browser on a free port of the loopback; answers `remote` where they decline. */
export async function startPageServer(pages: () => Pages): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://speaker.invalid');
      const form = new URLSearchParams(await readBody(request));
      const method = request.method ?? 'GET';
      const userAgent = request.headers['user-agent'] ?? '';
      const page = await pages()({
        method,
        path: pathname,
        query: searchParams,
        form,
        userAgent,
        cookie: request.headers.cookie ?? '',
        acceptLanguage: request.headers['accept-language'],
        peer: '192.0.2.1',
        origin: `http://${request.headers.host}`,
      });
      response.writeHead(page?.status ?? 200, page?.headers ?? { 'content-type': 'text/html' });
      response.end(page?.body ?? '<title>remote</title>');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
