import type { LibraryItem, LibraryPage } from '../contract/library.js';
import { ACK, Ack, resultOf } from './ack.js';
import type { InnerSession } from '../contract/inner-ports.js';

/** The listener's collection as MPD's stored playlists, by names that programs can send back. */
export interface Shelf {
  /** Returns the entries by name, in the collection's order. */
  list(caller: MpdCaller): Promise<ReadonlyMap<string, LibraryItem>>;
  /** Returns the entry of a name, with or without what names cannot hold. Throws an `Ack` if there is none. */
  find(caller: MpdCaller, name: string): Promise<LibraryItem>;
  /** Forgets the collection, as of another listener. */
  forget(): void;
}

/** The session of the client that asks, with its rights. */
type MpdCaller = Pick<InnerSession, 'call'>;

/** How long a collection is kept, milliseconds: Home Assistant asks for it at each new connection. */
const KEPT_MS = 120_000;
/** The entries of a page, and the pages that are asked for at most. */
const PAGE = 50;
const MOST_PAGES = 20;

export function createShelf(steadyMs: () => number): Shelf {
  let kept: { readonly entries: ReadonlyMap<string, LibraryItem>; readonly atMs: number } | null = null;
  let asking: Promise<ReadonlyMap<string, LibraryItem>> | null = null;
  let era = 0;

  async function ask(caller: MpdCaller): Promise<ReadonlyMap<string, LibraryItem>> {
    const asked = era;
    const entries = toEntries(await readAll(caller));
    if (asked === era) kept = { entries, atMs: steadyMs() };
    return entries;
  }

  async function list(caller: MpdCaller): Promise<ReadonlyMap<string, LibraryItem>> {
    if (kept !== null && steadyMs() - kept.atMs < KEPT_MS) return kept.entries;
    asking ??= ask(caller).finally(() => (asking = null));
    return asking;
  }

  return {
    list,
    async find(caller, name) {
      const wanted = toPlainName(name);
      const found = kept?.entries.get(wanted) ?? (await list(caller)).get(wanted);
      if (found === undefined) throw new Ack(ACK.noExist, 'No such playlist');
      return found;
    },
    forget() {
      era += 1;
      kept = null;
      asking = null;
    },
  };
}

async function readAll(caller: MpdCaller): Promise<readonly LibraryItem[]> {
  const items: LibraryItem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const asked = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const got = resultOf(await caller.call('library.collection', asked)) as LibraryPage;
    items.push(...got.items);
    ({ cursor } = got);
    if (cursor === undefined || got.items.length === 0) break;
  }
  return items;
}

function toEntries(items: readonly LibraryItem[]): ReadonlyMap<string, LibraryItem> {
  const entries = new Map<string, LibraryItem>();
  const ids = new Set<string>();
  for (const item of items) {
    if (ids.has(item.id)) continue;
    ids.add(item.id);
    const name = toPlainName(item.name) || item.id;
    let free = name;
    for (let number = 2; entries.has(free); number += 1) free = `${name} (${number})`;
    entries.set(free, item);
  }
  return entries;
}

/**
 * Returns a name without what programs cannot send or show: npm's clients do not escape quotes and backslashes, ncmpcpp
 * shows only what follows a slash.
 */
function toPlainName(name: string): string {
  return name
    .replace(/"/g, '”')
    .replace(/'/g, '’')
    .replace(/[/\\]/g, '-')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
