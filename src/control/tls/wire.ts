import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A connection as TLS is to see it. Handed the socket itself, Node would read it past all that listens, and nobody could count
 * what TLS costs, or let it wait.
 */
export function createWire(socket: Socket): Duplex {
  const wire = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, onWritten) => void socket.write(chunk, onWritten),
    // One segment for what is written at once.
    writev: (chunks, onWritten) =>
      void socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), onWritten),
    final: onEnded => void socket.end(onEnded),
    destroy(error, onDestroyed) {
      socket.destroy();
      onDestroyed(error);
    },
  });
  socket.on('data', (bite: Buffer) => {
    if (!wire.push(bite)) socket.pause();
  });
  socket.once('end', () => void wire.push(null));
  socket.once('close', () => void wire.destroy());
  return wire;
}
