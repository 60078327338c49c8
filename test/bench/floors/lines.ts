/** A bare server of lines in a process of its own: answers `OK`, or hands `!…` to everybody. Says its port. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

const clients = new Set<Socket>();

const server = createServer({ noDelay: true }, socket => {
  clients.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => clients.delete(socket));
  socket.on('data', line => {
    if (line.toString().startsWith('!')) for (const client of clients) client.write('changed: mixer\nOK\n');
    else if (!line.toString().startsWith('idle')) socket.write('OK\n');
  });
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
