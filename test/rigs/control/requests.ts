import { request as httpRequest, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PageRequest } from '../../../src/contract/ports.js';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Any request, also one that a browser would not let a page send. */
export function ask(origin: string, path: string, options: RequestOptions = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin, { path, agent: false, ...options }, response => {
      text(response).then(read => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read });
      }, reject);
    });
    request.on('error', reject);
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    request.end(body);
  });
}

/** Sends bytes and reads until the server closes. */
export async function talk(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** What a browser sends for a WebSocket. */
export const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Pages that show what they were asked, and some that misbehave. */
export function echo(asked: PageRequest[]) {
  return (request: PageRequest) => {
    asked.push(request);
    if (request.path === '/bug') throw new Error('secret');
    if (request.path === '/own')
      return { status: 200, headers: { 'content-security-policy': 'img-src *' }, body: 'own' };
    if (request.path === '/evil') return { status: 200, headers: { location: 'a\r\nb: c' }, body: '' };
    if (request.path === '/bytes') return { status: 200, body: Uint8Array.of(0, 255) };
    return request.path === '/echo'
      ? { status: 200, body: `${request.method} ${request.form.toString()}` }
      : null;
  };
}
