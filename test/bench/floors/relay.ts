/** A bare WebSocket server in a process of its own: hands what comes on to the mpv whose socket it is given. Says its port. */
import { type AddressInfo, connect } from 'node:net';
import { WebSocketServer } from 'ws';

const mpv = connect(process.argv[2] ?? '');
mpv.resume();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });

server.on('connection', ws => {
  ws.on('message', data => mpv.write(`${(data as Buffer).toString()}\n`));
});
server.on('listening', () => console.log(`port ${(server.address() as AddressInfo).port}`));
