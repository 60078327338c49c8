/**
 * A program that tries wrong codes, one after the other, and resets each connection before it is answered: from then on the
 * other end cannot be told any more whose it was. `node resetter.js PORT plain|tls ADDRESS`
 */
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const [port = '', way = '', localAddress = ''] = process.argv.slice(2);
const params = { code: '000000', name: 'rude' };
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'access.claim', params });
const REQUEST = [
  'POST /rpc HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  body,
].join('\r\n');

function tryOnce(left: number): void {
  if (left === 0) return;
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  const leave = () => void setImmediate(() => socket.resetAndDestroy());
  socket.on('error', () => undefined);
  socket.on('close', () => tryOnce(left - 1));
  if (way === 'plain') {
    socket.on('connect', () => socket.write(REQUEST, leave));
    return;
  }
  const secure = connectTls({ socket, rejectUnauthorized: false });
  secure.on('error', () => undefined);
  secure.on('secureConnect', () => secure.write(REQUEST, leave));
}

tryOnce(40);
