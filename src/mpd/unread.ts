import type { Socket } from 'node:net';

/** What one client may leave unread, bytes, and for how long, milliseconds. */
const MOST_UNREAD = 64 * 1024;
const PATIENCE_MS = 20_000;

/** Whether so much waits to be read that the client gets no more for now. */
export function isUnread({ writableLength }: Socket): boolean {
  return writableLength > MOST_UNREAD;
}

/** Resolves once the client has read its answers. One that does not is cut, after `onLate`. */
export async function untilRead(socket: Socket, onLate: () => void): Promise<void> {
  await new Promise<void>(resolve => {
    const late = setTimeout(() => {
      onLate();
      socket.destroy();
    }, PATIENCE_MS);
    const end = (): void => {
      clearTimeout(late);
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.once('drain', end).once('close', end);
  });
}
