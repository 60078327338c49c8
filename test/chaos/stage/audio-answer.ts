import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BYTES_A_SECOND } from '../sound/coded-tone.js';

/** What is wrong with the audio; `pace`: times as fast as it sounds, else at once. */
export type AudioTrouble = { readonly pace?: number } & (
  | { readonly kind: 'none' }
  | { readonly kind: 'status'; readonly status: 403 | 404 | 410 }
  /** `packed`: the header says that it is compressed, which it is not. */
  | { readonly kind: 'rubbish' | 'packed' }
  /** The connection is cut, or goes silent, after so many seconds of sound. */
  | { readonly kind: 'cut' | 'stall'; readonly afterS: number }
);

const PIECE_BYTES = 48 * 1024;

/** Serves a file or the range of it that is asked for, with whatever is wrong. `onCut` is told the second at which it was cut. */
export function sendSound(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  file: Buffer,
  trouble: AudioTrouble,
  onCut: (atS: number) => void,
): void {
  if (trouble.kind === 'status') {
    outgoing.writeHead(trouble.status).end();
    return;
  }
  const range = /^bytes=(\d+)-(\d*)/.exec(incoming.headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  const to = range?.[2] ? Math.min(file.length, Number(range[2]) + 1) : file.length;
  if (from >= file.length) {
    outgoing.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  outgoing.writeHead(range === null ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-length': to - from,
    ...(trouble.kind === 'packed' ? { 'content-encoding': 'gzip' } : {}),
    ...(range === null ? {} : { 'content-range': `bytes ${from}-${to - 1}/${file.length}` }),
  });
  const body = trouble.kind === 'rubbish' ? Buffer.alloc(to - from, 0xa5) : file.subarray(from, to);
  if (incoming.method === 'HEAD') outgoing.end();
  else void pour(outgoing, body, trouble, sent => onCut((from + sent) / BYTES_A_SECOND));
}

async function pour(
  outgoing: ServerResponse,
  body: Buffer,
  trouble: AudioTrouble,
  onCut: (sent: number) => void,
): Promise<void> {
  const isBroken = trouble.kind === 'cut' || trouble.kind === 'stall';
  const last = isBroken ? Math.min(body.length, Math.round(trouble.afterS * BYTES_A_SECOND)) : body.length;
  const gone = new Promise<void>(resolve => outgoing.once('close', resolve));
  const pieceMs = trouble.pace === undefined ? 0 : (PIECE_BYTES / BYTES_A_SECOND / trouble.pace) * 1_000;
  for (let at = 0; at < last && !outgoing.destroyed; at += PIECE_BYTES) {
    // The first second comes at once: a player would not begin without.
    if (pieceMs > 0 && at > BYTES_A_SECOND) await sleep(pieceMs);
    const piece = body.subarray(at, Math.min(last, at + PIECE_BYTES));
    const sent = new Promise<void>(resolve => outgoing.write(piece, () => resolve()));
    await Promise.race([sent, gone]);
  }
  if (!isBroken || last === body.length) outgoing.end();
  else if (trouble.kind === 'cut' && !outgoing.destroyed) {
    onCut(last);
    outgoing.destroy();
  }
}
