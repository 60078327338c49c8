import { isNarrow } from '../lib/input-devices.js';

/** One event of a device. */
export interface InputEvent {
  readonly type: number;
  readonly code: number;
  readonly value: number;
}

/** Takes what a device yields, in pieces of any size. */
export interface EventStream {
  /** Returns whether it was what a device would say. */
  take(bytes: Buffer): boolean;
}

export interface EventStreamOptions {
  readonly onEvent: (event: InputEvent) => void;
  readonly steadyMs: () => number;
  readonly arch?: string;
}

/** EV_MAX: no event has a higher type. */
const HIGHEST_TYPE = 0x1f;
/** The rest of an event comes with the next piece, or never: a device writes each whole. */
const REST_WITHIN_MS = 100;

/**
 * Reads `struct input_event`: the time (two `long`), type, code and value; 24 bytes, and 16 where a `long` has 32 bits,
 * whatever the width of `time_t`. What cannot be one ends the piece that it came in, so that the next is read from its
 * beginning: whoever writes noise, or half an event, misplaces no later one.
 */
export function createEventStream({ onEvent, steadyMs, arch }: EventStreamOptions): EventStream {
  const longBytes = isNarrow(arch) ? 4 : 8;
  const size = 2 * longBytes + 8;
  let rest: Buffer = Buffer.alloc(0);
  let restMs = 0;

  /** Null: there cannot be such an event. */
  function parse(bytes: Buffer, at: number): InputEvent | null {
    const microseconds = longBytes === 8 ? bytes.readBigInt64LE(at + 8) : BigInt(bytes.readInt32LE(at + 4));
    const type = bytes.readUInt16LE(at + 2 * longBytes);
    const isPossible = microseconds >= 0n && microseconds < 1_000_000n && type <= HIGHEST_TYPE;
    if (!isPossible) return null;
    const code = bytes.readUInt16LE(at + 2 * longBytes + 2);
    return { type, code, value: bytes.readInt32LE(at + 2 * longBytes + 4) };
  }

  return {
    take(bytes) {
      const isTooLate = rest.length > 0 && steadyMs() - restMs > REST_WITHIN_MS;
      const all = rest.length === 0 || isTooLate ? bytes : Buffer.concat([rest, bytes]);
      rest = Buffer.alloc(0);
      let at = 0;
      for (; at + size <= all.length; at += size) {
        const event = parse(all, at);
        if (event === null) return false;
        onEvent(event);
      }
      rest = Buffer.from(all.subarray(at));
      restMs = steadyMs();
      return !isTooLate;
    },
  };
}
