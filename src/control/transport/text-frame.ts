import * as library from 'ws';

// Public in ws, and missing in its typings.
const { Sender } = library as unknown as {
  readonly Sender: {
    /** Returns the head and the payload. */
    frame(payload: Buffer, options: { readonly fin: boolean; readonly opcode: number }): Buffer[];
  };
};

const TEXT = { fin: true, opcode: 1 };
/** Every client is told of a change by the same bytes. */
const framed = new WeakMap<Buffer, Buffer>();

/** Returns the WebSocket frame of a text (RFC 6455, section 5.6), as a server sends it. */
export function toTextFrame(text: Buffer): Buffer {
  const known = framed.get(text);
  if (known !== undefined) return known;
  const frame = Buffer.concat(Sender.frame(text, TEXT));
  framed.set(text, frame);
  return frame;
}
