import type { LoadRequest } from '../../../src/contract/ports.js';

const OPENING_MS = 200;

/** What the player was handed, and how far it is with it. */
export interface Entry {
  readonly loadId: number;
  readonly url: string;
  positionMs: number;
  openInMs: number;
  isStarted: boolean;
  isFetched: boolean;
  isCut: boolean;
  toldMs: number;
}

export function createEntry({ loadId, url, startMs }: LoadRequest): Entry {
  const idle = { openInMs: OPENING_MS, isStarted: false, isFetched: false, isCut: false };
  return { loadId, url, positionMs: startMs, toldMs: startMs, ...idle };
}
