/** The kinds and orders in which the service's lists can be requested, with their labels. */
import { SOURCE_TYPES } from '../../../core/vocabulary/item.js';
import type { PlainKey } from '../words/catalogue.js';

export interface Order {
  readonly label: PlainKey;
  readonly params: { readonly sortBy?: string; readonly sortOrder?: string };
  /** Sorted in the browser, from the whole list: the service offers no order from A to Z. */
  readonly isByName?: true;
}

export interface CollectionKind {
  /** The list's name in the page's address. */
  readonly list: string;
  readonly label: PlainKey;
  readonly types: readonly string[];
  /** The first order is the default. */
  readonly orders: readonly [Order, ...Order[]];
}

const OWN_ORDER: Order = { label: 'order.own', params: {} };
const BY_NAME: Order = { label: 'order.nameUp', params: {}, isByName: true };

/**
 * The kinds of the collection, each with the orders that the specification allows for it (section 4, "collection"):
 * stations and albums together by the time they were added, stations alone by name, both descending; no other.
 */
export const COLLECTION_KINDS: readonly [CollectionKind, ...CollectionKind[]] = [
  {
    list: '',
    label: 'kind.all',
    types: ['ST', 'AL'],
    orders: [
      { label: 'order.added', params: { sortBy: 'ADDED_TIME', sortOrder: 'DESC' } },
      BY_NAME,
      OWN_ORDER,
    ],
  },
  {
    list: 'stations',
    label: 'kind.stations',
    types: ['ST'],
    orders: [OWN_ORDER, BY_NAME, { label: 'order.nameDown', params: { sortBy: 'NAME', sortOrder: 'DESC' } }],
  },
  { list: 'albums', label: 'kind.albums', types: ['AL'], orders: [OWN_ORDER, BY_NAME] },
  { list: 'songs', label: 'kind.songs', types: ['TR'], orders: [OWN_ORDER, BY_NAME] },
  { list: 'podcasts', label: 'kind.podcasts', types: ['PC', 'PE'], orders: [OWN_ORDER, BY_NAME] },
];

interface SearchKind {
  readonly label: PlainKey;
  /** Absent: everything that the service can find. */
  readonly types?: readonly string[];
}

/** The kinds of the search. `ST` finds a listener's own renamed stations; not every service can find every kind. */
export const SEARCH_KINDS: readonly [SearchKind, ...SearchKind[]] = [
  { label: 'kind.all' },
  { label: 'kind.stations', types: ['SF', 'ST'] },
  { label: 'kind.artists', types: ['AR'] },
  { label: 'kind.albums', types: ['AL'] },
  { label: 'kind.songs', types: ['TR'] },
  { label: 'kind.podcasts', types: ['PC', 'PE'] },
];

/** The kinds of thumbs. The answer holds no value for a thumb; only the filter tells which one it is. */
export const THUMB_KINDS = [
  { list: 'thumbs', label: 'kind.thumbsUp', value: 'UP' },
  { list: 'thumbs-down', label: 'kind.thumbsDown', value: 'DOWN' },
] as const;

/**
 * Returns whether the service accepts the type as a source. An artist is not one: the stations and albums found by its
 * name are.
 */
export function isSource(type: string): boolean {
  // Safari before 15.4 has no `Object.hasOwn`.
  return Object.keys(SOURCE_TYPES).includes(type);
}
