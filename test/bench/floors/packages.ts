/**
 * A process that has loaded what the agent loads from npm and used each of it once, and does nothing more: the floor
 * of the agent's memory.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';
import { envSchema } from 'env-schema';
import got from 'got';
import mpv from 'node-mpv';
import { pino } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';

const schema = { type: 'object', properties: { BENCH: { type: 'string', default: 'yes' } } };
const loaded = [new Ajv().compile({ type: 'object' })({}), envSchema({ schema, data: {} }), typeof mpv];
pino().info({ loaded }, 'once');

const server = createServer((_request, response) => response.end('{}'));
const sockets = new WebSocketServer({ server });
sockets.on('connection', ws => ws.send('hello'));
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
await got.post(`http://127.0.0.1:${port}/`, { body: '{}' }).text();
const ws = new WebSocket(`ws://127.0.0.1:${port}/`);
ws.on('message', () => {
  ws.close();
  console.log('used');
});
