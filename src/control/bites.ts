import type { Socket } from 'node:net';

/**
 * How many bytes are handed on at once. Node reads 64 KiB: a few thousand requests, messages or body chunks, during
 * which no other peer would be served.
 */
const BITE = 1_024;

/**
 * Hands the data of `socket` to its listeners in chunks of `BITE` bytes, each in its turn. `takeTurn` calls `give` when
 * the turn has come; it returns false if it never will, and the socket is destroyed. A destroyed socket delivers
 * nothing more.
 */
export function feedInBites(socket: Socket, takeTurn: (give: () => void) => boolean): void {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** Chunks not handed on yet; null: the end of the stream. */
  let waiting: (Buffer | null)[] = [];
  let isTurnTaken = false;
  let isWanted = true;

  function give(): void {
    isTurnTaken = false;
    const [first = null] = waiting;
    if (socket.destroyed) waiting = [];
    // A paused socket gets the chunk on its `resume` event.
    else if (waiting.length > 0 && !socket.isPaused()) {
      if (first !== null && first.length > BITE) waiting[0] = first.subarray(BITE);
      else waiting.shift();
      isWanted = false;
      push(first?.subarray(0, BITE) ?? null);
      goOn();
    }
  }

  function goOn(): void {
    if (waiting.length === 0 || isTurnTaken || !isWanted || socket.isPaused()) return;
    isTurnTaken = true;
    if (!takeTurn(give)) socket.destroy();
  }

  socket.push = (chunk: Buffer | null) => {
    waiting.push(chunk);
    goOn();
    // Tells Node to stop reading until `_read` is called.
    return false;
  };
  socket._read = size => {
    isWanted = true;
    if (waiting.length === 0) read(size);
    else goOn();
  };
  socket.on('resume', goOn);
}

/** Makes Node's HTTP parser read from `data` listeners. By default it bypasses them, but not once there was one. */
export function readByListeners(socket: Socket): void {
  const ignore = (): void => undefined;
  socket.on('data', ignore).off('data', ignore);
}
