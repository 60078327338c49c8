import type { Agent } from '../contract/ports.js';
import type { InnerSession } from '../contract/inner-ports.js';
import type { Snapshot } from '../contract/protocol.js';
import { ACK, Ack, resultOf } from './ack.js';
import type { Art } from './art.js';
import type { Queue, Song } from './queue.js';
import type { Shelf } from './shelf.js';

/** What all connections share. */
export interface MpdShared {
  readonly agent: Pick<Agent, 'snapshot'>;
  readonly queue: Queue;
  readonly shelf: Shelf;
  readonly art: Art;
  readonly deviceName: string;
  /** How long the room has been open, seconds. */
  readonly uptimeS: () => number;
}

/** A connection as the commands see it. */
export interface MpdClient {
  readonly room: MpdShared;
  readonly session: InnerSession;
  /** The most bytes of a picture in one answer. */
  binaryLimit: number;
}

/** Makes a call of the control API. Rejects with an `Ack` if it is refused. */
export async function ask({ session }: MpdClient, method: string, params: object = {}): Promise<unknown> {
  return resultOf(await session.call(method, params));
}

/** Does the same for a command whose answer is `OK` alone. */
export async function act(visit: MpdClient, method: string, params: object = {}): Promise<undefined> {
  await ask(visit, method, params);
  return undefined;
}

export function stateOf({ room }: MpdClient): Snapshot['state'] {
  return room.agent.snapshot().state;
}

/** Returns the place of a song, or of the one with this number. Throws an `Ack` if there is none. */
export function placeOf({ room }: MpdClient, by: 'pos' | 'id', text: string): number {
  const { songs } = room.queue;
  const wanted = toInteger(text);
  const place = by === 'pos' ? wanted : songs.findIndex(({ id }) => id === wanted);
  if (songs[place] !== undefined) return place;
  throw by === 'pos' ? new Ack(ACK.argument, 'Bad song index') : new Ack(ACK.noExist, 'No such song');
}

export function findSong({ room }: MpdClient, file: string): Song | undefined {
  return room.queue.songs.find(song => song.file === file);
}

/** Throws an `Ack` for what is no whole number. */
export function toInteger(text: string): number {
  if (/^[+-]?\d{1,9}$/.test(text)) return Number(text);
  throw new Ack(ACK.argument, `Integer expected: ${text}`);
}

/** Returns milliseconds. Throws an `Ack` for what is no number of seconds. */
export function toMs(text: string): number {
  const ms = Math.round(Number(text) * 1000);
  if (/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text) && Number.isSafeInteger(ms)) return ms;
  throw new Ack(ACK.argument, `Float expected: ${text}`);
}

/** What a command answers with before `OK`: lines, each with its end, or bytes. */
export type MpdAnswer = string | Buffer | undefined;

/** A command. */
export interface MpdCommand {
  /** The least and the most arguments; none if left out. */
  readonly args?: readonly [least: number, most: number];
  /** Whether it is answered before the password. */
  readonly free?: true;
  /** Throws or rejects with an `Ack` to refuse. Arguments that were left out are undefined. */
  run(visit: MpdClient, ...args: string[]): MpdAnswer | Promise<MpdAnswer>;
}
