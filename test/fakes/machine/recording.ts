/** What a sniffer makes of what it has recorded: conversations, and the words in them. */

export interface Conversation {
  readonly toSpeaker: Buffer;
  readonly toClient: Buffer;
}

interface Segment {
  readonly from: string;
  readonly to: string;
  readonly seq: number;
  readonly isFirst: boolean;
  readonly data: Buffer;
}

const ETHERNET = 14;
const IPV4 = 0x0800;
const TCP = 6;
const SYN = 2;

/** The conversations with this port, from the frames of `recorder.py`. Throws where a part of one is missing. */
export function readRecording(recording: Buffer, port: number): readonly Conversation[] {
  const segments: Segment[] = [];
  for (let at = 0; at < recording.length; ) {
    const length = recording.readUInt32BE(at);
    const segment = toSegment(recording.subarray(at + 4, at + 4 + length));
    if (segment !== null) segments.push(segment);
    at += 4 + length;
  }
  const isSpeaker = (place: string) => place.endsWith(`:${port}`);
  const clients = new Set(segments.filter(({ to }) => isSpeaker(to)).map(({ from }) => from));
  return [...clients].map(client => ({
    toSpeaker: join(segments.filter(({ from }) => from === client)),
    toClient: join(segments.filter(({ to }) => to === client)),
  }));
}

function toSegment(frame: Buffer): Segment | null {
  if (frame.length < ETHERNET + 40 || frame.readUInt16BE(12) !== IPV4) return null;
  const packet = frame.subarray(ETHERNET, ETHERNET + frame.readUInt16BE(ETHERNET + 2));
  const ip = (packet.readUInt8(0) & 0x0f) * 4;
  if (packet.readUInt8(9) !== TCP) return null;
  const segment = packet.subarray(ip);
  const placeOf = (address: number, port: number) =>
    `${[...packet.subarray(address, address + 4)].join('.')}:${segment.readUInt16BE(port)}`;
  return {
    from: placeOf(12, 0),
    to: placeOf(16, 2),
    seq: segment.readUInt32BE(4),
    isFirst: (segment.readUInt8(13) & SYN) !== 0,
    data: segment.subarray((segment.readUInt8(12) >> 4) * 4),
  };
}

function join(segments: readonly Segment[]): Buffer {
  const first = segments.find(({ isFirst }) => isFirst);
  if (first === undefined) throw new Error('the recording begins in the middle of a conversation');
  const placed = segments
    .filter(({ data }) => data.length > 0)
    .map(({ seq, data }) => ({ at: (seq - first.seq - 1) >>> 0, data }))
    // What is sent to keep a connection alive lies before its beginning.
    .filter(({ at }) => at < 0x8000_0000)
    .sort((one, other) => one.at - other.at);
  let whole = Buffer.alloc(0);
  for (const { at, data } of placed) {
    if (at > whole.length) throw new Error(`the recording misses what came at ${whole.length}`);
    whole = Buffer.concat([whole, data.subarray(Math.min(whole.length - at, data.length))]);
  }
  return whole;
}

const TEXT = 1;

/**
 * The texts of a WebSocket, one way, after its handshake; none where it is none. Clients mask what they say with a key beside it
 * (RFC 6455, section 5.3): whoever listens takes it off.
 */
export function textsOf(stream: Buffer): readonly string[] {
  const texts: string[] = [];
  const head = stream.indexOf('\r\n\r\n');
  if (!/^upgrade: websocket/im.test(stream.subarray(0, Math.max(head, 0)).toString('latin1'))) return texts;
  for (let at = head + 4; at + 2 <= stream.length; ) {
    const short = stream.readUInt8(at + 1) & 0x7f;
    const more = { 126: 2, 127: 8 }[short] ?? 0;
    const length =
      more === 2 ? stream.readUInt16BE(at + 2) : more === 8 ? Number(stream.readBigUInt64BE(at + 2)) : short;
    const isMasked = (stream.readUInt8(at + 1) & 0x80) !== 0;
    const from = at + 2 + more + (isMasked ? 4 : 0);
    const mask = isMasked ? stream.subarray(from - 4, from) : Buffer.alloc(4);
    const data = stream.subarray(from, from + length);
    if ((stream.readUInt8(at) & 0x0f) === TEXT)
      texts.push(Buffer.from(data.map((byte, place) => byte ^ (mask[place % 4] ?? 0))).toString());
    at = from + length;
  }
  return texts;
}
