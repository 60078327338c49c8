/** Keys and knobs without hands: what a device would write into `/dev/input`. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';

export type Event = readonly [type: number, code: number, value: number];

const SYN = 0;
export const [KEY, REL] = [1, 2] as const;
export const REPORT: Event = [SYN, 0, 0];

/** As the kernel writes it for a process of this architecture. */
export function encode(events: readonly Event[], arch: string = process.arch): Buffer {
  const long = arch === 'arm' ? 4 : 8;
  return Buffer.concat(
    events.map(([type, code, value]) => {
      const bytes = Buffer.alloc(2 * long + 8);
      bytes.writeUInt32LE(1_766_326_417, 0);
      bytes.writeUInt32LE(61_928, long);
      bytes.writeUInt16LE(type, 2 * long);
      bytes.writeUInt16LE(code, 2 * long + 2);
      bytes.writeInt32LE(value, 2 * long + 4);
      return bytes;
    }),
  );
}

export function press(code: number): readonly Event[] {
  return [[KEY, code, 1], REPORT, [KEY, code, 0], REPORT];
}

/** The events that `evtest` printed. */
export function parseRecording(text: string): readonly Event[] {
  const lines = text.split('\n').filter(line => line !== '');
  return lines.map((line): Event => {
    if (line.includes('SYN_REPORT')) return REPORT;
    const [, type, code, value] = /type (\d+) .*code (\d+) .*value (-?[0-9a-f]+)$/.exec(line) ?? [];
    if (value === undefined) throw new Error(`no event: ${line}`);
    return [Number(type), Number(code), type === '4' ? Number.parseInt(value, 16) : Number(value)];
  });
}

export interface Pipe {
  readonly path: string;
  /** Writes as a device whose node stays. */
  write(...events: readonly Event[]): void;
  writeBytes(bytes: Buffer): void;
  /** The writer goes away; the next write is another’s. */
  leave(): void;
}

/** Makes a FIFO in the place of a device; its writer comes with the first write, once it has a reader. */
export function makePipe(path: string): Pipe {
  execFileSync('mkfifo', ['-m', '600', path]);
  let fd: number | null = null;
  const writeBytes = (bytes: Buffer): void => {
    fd ??= openSync(path, 'w');
    writeSync(fd, bytes);
  };
  return {
    path,
    write: (...events) => writeBytes(encode(events)),
    writeBytes,
    leave() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}
