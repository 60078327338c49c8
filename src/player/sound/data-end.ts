import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import { type Fetched, parseFetched } from './fetched.js';
import { type MpvLoad, outputDepthMs } from './load.js';
import { toMilliseconds } from '../wire/mpv-message.js';

/** Data that end at most this far before the length are complete. */
const nearEndMs = 2_000;
/** From this distance to the end of the data on, it is checked whether they are complete. */
const lastMs = 4_000;
/** Places nearer to each other than this count as one: mpv reports the end of the fetched data only to a packet. */
const nearMs = 50;
/** By this time mpv would have played what is that near. */
const stoodMs = 150;

/** No output holds so much sound. */
const lostMs = -60_000;

/** mpv's place in the file: milliseconds, `stream-pos` and `file-size`. */
interface DataPlace {
  readonly positionMs: number | null;
  readonly bytes: unknown;
  readonly ofBytes: unknown;
}

/**
 * Whether the data end well before the length, and soon. Either the stream broke off, or mpv overestimates the length:
 * it does where a file states none, as VBR MP3 without a Xing header and ADTS.
 */
function isEndInDoubt({ lengthMs, dataEndMs, isWhole }: MpvLoad, positionMs: number): boolean {
  if (lengthMs === null || dataEndMs === null || isWhole) return false;
  return lengthMs - dataEndMs > nearEndMs && dataEndMs - positionMs <= lastMs;
}

/** Returns the properties of mpv that show the end of the data: how far they reach, or mpv's place in them. */
export function askedOfEnd(load: MpvLoad, positionMs: number): readonly string[] {
  if (load.dataEndMs === null) return ['demuxer-cache-state'];
  return isEndInDoubt(load, positionMs) ? ['stream-pos', 'file-size'] : [];
}

type Tell = (event: PlayerEvent) => void;

/** Records how far the data of a load reach, and tells once where they end. */
export function tellFetched(load: MpvLoad, { toMs, isOver }: Fetched, tell: Tell): void {
  const { loadId, lengthMs, dataEndMs } = load;
  const positionMs = toMs ?? lengthMs;
  // After a seek the data may be fetched anew.
  if (!isOver) load.dataEndMs = null;
  if (!isOver || positionMs === null || dataEndMs !== null) return;
  load.dataEndMs = positionMs;
  tell({ type: 'player.fetched', loadId, positionMs, lengthMs });
}

/** Tells what the answers to `askedOfEnd` say; `positionMs`: the position that came with them. */
export function tellEnd(
  load: MpvLoad,
  positionMs: number | null,
  answers: readonly unknown[],
  tell: Tell,
): void {
  const [first, ofBytes] = answers;
  if (answers.length === 1) tellFetched(load, parseFetched(first), tell);
  if (answers.length === 2) tellDoubt(load, { positionMs, bytes: first, ofBytes }, tell);
}

/**
 * Tells that the data end where the item does, although the length that mpv estimates is longer; or, once, that they
 * break off.
 */
function tellDoubt(load: MpvLoad, place: DataPlace, tell: Tell): void {
  const { loadId, dataEndMs } = load;
  const found = isWhole(load, place);
  if (dataEndMs === null || found === null) return;
  if (!found) {
    if (!load.isCut) tell({ type: 'player.cut', loadId, positionMs: dataEndMs });
    load.isCut = true;
    return;
  }
  load.lengthMs = dataEndMs;
  load.isWhole = true;
  tell({ type: 'player.fetched', loadId, positionMs: dataEndMs, lengthMs: dataEndMs });
}

/**
 * Whether mpv stands still at the end of the data, now and a moment ago; true once. After a few milliseconds of sound it
 * may wait for ever for the sound server to report their end. `positionMs`: mpv's position while it sounds; null: it does
 * not sound. Needs two places; the first one is kept in the load.
 */
export function standsAtEnd(load: MpvLoad, positionMs: number | null, nowMs: number): boolean {
  const { dataEndMs, stood } = load;
  const isAtEnd = positionMs !== null && dataEndMs !== null && positionMs > dataEndMs - nearMs;
  const isSame = isAtEnd && stood !== null && Math.abs(positionMs - stood.positionMs) < nearMs;
  if (!isSame) load.stood = isAtEnd ? { positionMs, atMs: nowMs } : null;
  if (load.isLeft || !isSame || nowMs - stood.atMs < stoodMs) return false;
  load.isLeft = true;
  return true;
}

/**
 * Whether mpv says that it is years before the file. 0.40 does where PulseAudio got only the last few milliseconds of it,
 * and waits until those years are over.
 */
export function isLost(seconds: unknown): boolean {
  return (toMilliseconds(seconds) ?? 0) < lostMs;
}

/**
 * Whether the bytes left in the file are those of the sound left, and at most two seconds more. mpv counts bytes up to
 * what it has decoded, ahead of what sounds, which matters early in an item. Needs two places; the first one is kept in
 * the load. Null: not known.
 */
function isWhole(load: MpvLoad, { positionMs, bytes, ofBytes }: DataPlace): boolean | null {
  const { seen, dataEndMs } = load;
  if (positionMs === null || positionMs <= 0 || dataEndMs === null) return null;
  if (typeof bytes !== 'number' || typeof ofBytes !== 'number') return null;
  load.seen = { positionMs, bytes };
  if (seen === null || positionMs <= seen.positionMs) return null;
  const lately = (bytes - seen.bytes) / (positionMs - seen.positionMs);
  const decodedMs = Math.min(dataEndMs, positionMs + outputDepthMs);
  const bytesPerMs = Math.max(lately, bytes / decodedMs);
  return ofBytes - bytes <= bytesPerMs * (dataEndMs - decodedMs + nearEndMs);
}
