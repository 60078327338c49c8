import type { Socket } from 'node:net';

/**
 * So much of what was read is handed on at once, bytes. Node reads 64 KiB: a few thousand requests, messages or crumbs of a body,
 * in which nobody else would be heard.
 */
const BITE = 1_024;

/**
 * From now on whoever listens to `socket` is given what is read in bites, each in its turn. `takeTurn` calls back when that has come;
 * false: it never will, and the socket is cut. Of one that is cut nothing more is given.
 */
export function feedInBites(socket: Socket, takeTurn: (give: () => void) => boolean): void {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** Null: the end. */
  let waiting: (Buffer | null)[] = [];
  let isTurnTaken = false;
  let isWanted = true;

  function give(): void {
    isTurnTaken = false;
    const [first = null] = waiting;
    if (socket.destroyed) waiting = [];
    // Paused meanwhile: it is given when that is over.
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
    // Nothing is read beyond it.
    return false;
  };
  socket._read = size => {
    isWanted = true;
    if (waiting.length === 0) read(size);
    else goOn();
  };
  socket.on('resume', goOn);
}

/** Left to itself, Node's parser of HTTP reads past all listeners; not once there was one. */
export function readByListeners(socket: Socket): void {
  const ignore = (): void => undefined;
  socket.on('data', ignore).off('data', ignore);
}
