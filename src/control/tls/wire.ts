import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Wraps a connection for TLS. On the raw socket Node would read past all listeners, and the speaker could neither count
 * nor delay what TLS costs.
 */
export function createWire(socket: Socket): Duplex {
  const wire = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, onWritten) => void socket.write(chunk, onWritten),
    // Send what is written at once as one segment.
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
