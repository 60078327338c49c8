/** A bare WebSocket server in a process of its own: echoes, or hands `!…` to everybody. Says its port. */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });

server.on('connection', ws => {
  ws.on('message', data => {
    const text = (data as Buffer).toString();
    if (!text.startsWith('!')) ws.send(text);
    else {
      const frame = Buffer.from(text);
      for (const client of server.clients) client.send(frame, { binary: false });
    }
  });
});
server.on('listening', () => console.log(`port ${(server.address() as AddressInfo).port}`));
