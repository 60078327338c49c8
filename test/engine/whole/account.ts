import type { Item, Source } from '../../../src/core/vocabulary/item.js';
import { ServiceFault } from '../../../src/contract/errors.js';
import { createItem, TAKEN_OVER } from '../../rigs/core/stage.js';

/** Seconds and items of everything that can be played here. */
export const ITEM_MS = 20_000;
const ALBUM_ITEMS = 3;
/** What an episode's id sets: its podcast, whose only item has no address. */
const EPISODE = createItem(0, {
  typename: 'PodcastEpisodeItem',
  kind: 'episode',
  audioUrl: null,
  trackToken: null,
  trackId: null,
  interactions: [],
});

/** Nobody acted for so long that the service stopped. */
const IDLE: Item = {
  ...TAKEN_OVER,
  typename: 'IdleTimeoutItem',
  errorHeader: 'Still there?',
  errorDescription: 'Nobody listens.',
};

/** A place in the play sequence, as its address and its token name it: `A1/3` is the fourth item since A's first setting. */
export interface Place {
  readonly listener: string;
  readonly generation: number;
  readonly index: number;
}

export function toPlace(url: string): Place {
  const [, listener = '', generation = '', index = ''] =
    /^http:\/\/audio\.test\/([A-Z])(\d+)\/(\d+)/.exec(url) ?? [];
  return { listener, generation: Number(generation), index: Number(index) };
}

export function toToken({ listener, generation, index }: Place): string {
  return `${listener}${generation}/${index}`;
}

/** What one listener's account holds for the speaker; operations do at once what the service does. */
export interface Account {
  readonly source: Source | null;
  readonly place: Place;
  isTakenOver: boolean;
  /** The service stopped by itself, rather than for another device. */
  isIdle: boolean;
  /** The speaker was told so. */
  isTakenOverKnown: boolean;
  /** Addresses of items that were told and will not come. */
  readonly wrong: Map<string, 'peeked' | 'answered'>;
  current(options?: { readonly hasAddress?: boolean; readonly isWrong?: boolean }): Item;
  peek(options: { readonly hasAddress: boolean; readonly isWrong: boolean }): Item | null;
  set(sourceId: string): Source;
  /** Goes on from `index`; nothing, where it is elsewhere by now. */
  leave(index: number): void;
  forget(): void;
}

/** `nextSerial` numbers the addresses, of all accounts. */
export function createAccount(listener: string, nextSerial: () => number): Account {
  let source: Source | null = { id: `ST:${listener}1`, type: 'ST', name: null };
  let generation = 0;
  let index = 0;
  /** Made out of a station factory. */
  let stations = 0;

  const itemAt = (at: number, { hasAddress = true, isWrong = false } = {}): Item => {
    const token = `${toToken({ listener, generation, index: at })}${isWrong ? 'w' : ''}`;
    const url = `http://audio.test/${token}/${nextSerial()}`;
    if (isWrong) {
      account.wrong.set(url, at === index ? 'answered' : 'peeked');
      // What was peeked, and is then the answer, may sound.
      const same = [...account.wrong.keys()].filter(other => other.includes(`/${token}/`));
      if (at === index) for (const other of same) account.wrong.set(other, 'answered');
    }
    return createItem(at, {
      audioUrl: hasAddress ? url : null,
      trackToken: token,
      trackId: `TR:${token}`,
      interactions: ['SKIP', 'REPLAY', 'SEEK', 'PREVIOUS', 'THUMB'],
      durationMs: ITEM_MS,
      progressFrequencyS: 5,
    });
  };
  const required = (): Source => {
    if (source === null) throw new ServiceFault('noSource', 'SOURCE_NOT_SET');
    return source;
  };
  const isLast = () => required().type === 'AL' && index >= ALBUM_ITEMS - 1;

  const account: Account = {
    get source() {
      return source;
    },
    get place() {
      return { listener, generation, index };
    },
    isTakenOver: false,
    isIdle: false,
    isTakenOverKnown: false,
    wrong: new Map(),
    current(options) {
      const { type } = required();
      if (account.isTakenOver) return account.isIdle ? IDLE : TAKEN_OVER;
      return type === 'PC' ? EPISODE : itemAt(index, options);
    },
    peek(options) {
      const { type } = required();
      if (account.isTakenOver) return account.isIdle ? IDLE : TAKEN_OVER;
      return type === 'PC' || isLast() ? null : itemAt(index + 1, options);
    },
    set(sourceId) {
      if (sourceId.startsWith('SF')) stations += 1;
      const id = sourceId.replace(/^SF.*/, `ST:${listener}${stations + 10}`).replace(/^PE/, 'PC');
      const type = id.slice(0, 2);
      // A station goes on where it was; an album begins anew.
      if (source?.id !== id || type === 'AL') {
        generation += 1;
        index = 0;
      }
      source = { id, type, name: null };
      account.isTakenOver = false;
      account.isIdle = false;
      account.isTakenOverKnown = false;
      return source;
    },
    leave(from) {
      if (source !== null && !account.isTakenOver && from === index && !isLast()) index += 1;
    },
    forget() {
      source = null;
      generation += 1;
      index = 0;
    },
  };
  return account;
}
