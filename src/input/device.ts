import { spawn } from 'node:child_process';
import { close, constants, open, stat } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** A device that is being read. */
export interface OpenDevice {
  close(): void;
}

export interface InputDeviceOptions {
  readonly path: string;
  /** Called with what it yields; returns whether it was what a device would say. */
  readonly onBytes: (bytes: Buffer) => boolean;
  /** Called once if it ends by itself. `isBack`: it can be opened again at once. */
  readonly onEnd: (isBack: boolean) => void;
}

const openFile = promisify(open);
const statFile = promisify(stat);

/** More than any device yields at once, bytes. */
const FLOOD_BYTES = 16 * 1024;
/** How long whoever floods or writes noise has to wait, so that it takes no time from the music, milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Opens a device, and reads until it ends or is closed. Rejects if it cannot be opened.
 *
 * Nothing of this process waits for a key. A read of Node's `fs` would wait in one of the four threads of libuv's pool:
 * with four such reads on a character device, `fs.stat` was never answered, nor did `process.exit` return (Node 20.20.2,
 * `/dev/kmsg`). Opened with `O_NONBLOCK`, a read says `EAGAIN`, and nobody tells when to read again: Node polls a FIFO, but
 * refuses a character device (`net.Socket`: `ERR_INVALID_FD_TYPE`, `tty.ReadStream`: `EINVAL`). So a FIFO is polled here,
 * and for a device a small child waits in the kernel: `cat`, whose output is a pipe.
 */
export async function openDevice({ path, onBytes, onEnd }: InputDeviceOptions): Promise<OpenDevice> {
  const kind = await statFile(path);
  if (!kind.isFIFO() && !kind.isCharacterDevice() && !kind.isFile()) throw new Error('it is no device');
  const stream = kind.isFIFO() ? await openFifo(path) : await openByChild(path);
  let isClosed = false;
  let pause: NodeJS.Timeout | undefined;
  const shut = (): void => {
    isClosed = true;
    clearTimeout(pause);
    stream.end();
  };
  stream.output.on('data', (bytes: Buffer) => {
    const isSound = onBytes(bytes);
    if (isClosed || (isSound && bytes.length < FLOOD_BYTES)) return;
    stream.output.pause();
    pause = setTimeout(() => stream.output.resume(), PAUSE_MS);
  });
  stream.output.on('error', () => undefined);
  stream.output.once('close', () => {
    if (isClosed) return;
    shut();
    // A FIFO without a writer can be read at once: its reader waits for the next one.
    onEnd(kind.isFIFO());
  });
  return { close: shut };
}

interface Stream {
  readonly output: Readable;
  end(): void;
}

async function openFifo(path: string): Promise<Stream> {
  const fd = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const output = new Socket({ fd, readable: true, writable: false });
  output.unref();
  return { output, end: () => output.destroy() };
}

async function openByChild(path: string): Promise<Stream> {
  const fd = await openFile(path, 'r');
  try {
    const child = spawn('cat', [], { stdio: [fd, 'pipe', 'ignore'] });
    const output = child.stdout as Socket;
    child.on('error', error => output.destroy(error));
    child.unref();
    output.unref();
    return {
      output,
      end() {
        child.kill('SIGKILL');
        output.destroy();
      },
    };
  } finally {
    close(fd);
  }
}
