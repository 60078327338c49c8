import type { LoadRequest } from '../../../src/contract/ports.js';

const OPENING_MS = 200;

/** What the player was handed, and how far it is with it. */
export interface Entry {
  readonly loadId: number;
  readonly url: string;
  /** Its host was asked first. */
  readonly isAsked: boolean;
  positionMs: number;
  openInMs: number;
  isStarted: boolean;
  isFetched: boolean;
  isCut: boolean;
  toldMs: number;
}

export function createEntry({ loadId, url, startMs, probe }: LoadRequest): Entry {
  const idle = { openInMs: OPENING_MS, isStarted: false, isFetched: false, isCut: false };
  return { loadId, url, isAsked: probe !== undefined, positionMs: startMs, toldMs: startMs, ...idle };
}
