import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Faults } from '../faults/switchboard.js';
import { createRandom, hashOf } from '../random.js';
import type { Scenery } from '../scenery/scenery.js';
import { wait } from '../wait.js';
import type { Lent } from './addresses.js';

export interface AudioOptions {
  readonly scenery: Scenery;
  readonly faults: Faults;
  /** Exact length of every piece in seconds; null: its own length. */
  readonly trackSeconds: number | null;
  /** Aborts when the sandbox stops. */
  readonly closing: AbortSignal;
}

const NAMES = ['audio'];

/** Serves a piece: GET and HEAD, ranges, ETag and If-Range (RFC 9110 §13, §14), with all active faults. */
export async function serveAudio(
  request: IncomingMessage,
  response: ServerResponse,
  lent: Lent,
  { scenery, faults, trackSeconds, closing }: AudioOptions,
): Promise<void> {
  const seconds = trackSeconds ?? soundingSeconds(lent.pieceId, lent.durationS);
  const recording = scenery.recordingOf(lent.pieceId, seconds);
  const { bytes } = recording;
  const etag = `"${lent.pieceId.replaceAll(':', '-')}-${bytes}"`;
  const ranged = faults.strike('audioNoRange', NAMES) === null;
  const ifRange = request.headers['if-range'];
  const wanted = parseRange(
    ranged && (ifRange === undefined || ifRange === etag) ? request.headers.range : undefined,
    bytes,
  );
  response.setHeader('content-type', 'audio/wav');
  response.setHeader('etag', etag);
  response.setHeader('cache-control', 'private, no-store');
  if (ranged) response.setHeader('accept-ranges', 'bytes');
  if (wanted.kind === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${bytes}`, 'content-length': 0 }).end();
    return;
  }
  const [from, to] = wanted.kind === 'part' ? [wanted.from, wanted.to] : [0, bytes];
  if (wanted.kind === 'part') response.setHeader('content-range', `bytes ${from}-${to - 1}/${bytes}`);
  response.writeHead(wanted.kind === 'part' ? 206 : 200, { 'content-length': to - from });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const rubbish = faults.strike('audioRubbish', NAMES) !== null;
  const sound = rubbish ? noise(`${lent.pieceId}/${from}`, to - from) : recording.read(from, to);
  // A wait within the stream must end when the client disconnects.
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const waiting = (ms: number): Promise<void> => wait(ms, closing, gone.signal);
  await pipeline(Readable.from(troubled(sound, faults, waiting), { objectMode: false }), response);
}

/** Services round durations: one piece in three is slightly shorter than its stated whole seconds. */
function soundingSeconds(id: string, durationS: number): number {
  if (durationS < 10 || hashOf(`${id}/length`) % 3 !== 0) return durationS;
  return durationS - (hashOf(`${id}/shorter`) % 900) / 1000;
}

async function* troubled(
  sound: Iterable<Buffer>,
  faults: Faults,
  waiting: (ms: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const drop = faults.strike('audioDrop', NAMES);
  const stall = faults.strike('audioStall', NAMES);
  const slow = faults.strike('audioSlow', NAMES);
  const dropAt = drop === null ? Infinity : Number(drop.value);
  const stallAt = stall === null ? Infinity : Number(stall.value);
  let sent = 0;
  for (const chunk of sound) {
    const part = chunk.subarray(0, Math.max(0, Math.min(dropAt, stallAt) - sent));
    if (slow !== null) await waiting((part.length / Number(slow.value)) * 1000);
    if (part.length > 0) yield part;
    sent += part.length;
    if (sent >= dropAt) throw Object.assign(new Error('dropped on demand'), { code: 'ECONNRESET' });
    if (sent >= stallAt) await waiting(2 ** 31 - 1);
  }
}

function* noise(seed: string, bytes: number): Iterable<Buffer> {
  const random = createRandom(`rubbish/${seed}`);
  for (let left = bytes; left > 0; left -= 16_384) {
    yield Buffer.from(Array.from({ length: Math.min(16_384, left) }, () => random.between(0, 255)));
  }
}

/** The bytes that a request asks for: `from` included, `to` excluded. */
type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Parses a Range header (RFC 9110 §14): one byte range is honoured; no range, several, another unit or an invalid
 * header means the whole file.
 */
function parseRange(header: string | undefined, bytes: number): ByteRange {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (found === null) return { kind: 'whole' };
  const [, first = '', last = ''] = found;
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', from: Math.max(0, bytes - suffix), to: bytes };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  if (from >= bytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', from, to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) };
}
