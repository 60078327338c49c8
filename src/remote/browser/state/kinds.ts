/** What the service's lists can be asked for, and how each choice is called. */
import { SOURCE_TYPES } from '../../../core/item.js';
import type { PlainKey } from '../words/catalogue.js';

export interface Order {
  readonly label: PlainKey;
  readonly params: { readonly sortBy?: string; readonly sortOrder?: string };
  /** Made here, of the whole list: the service has none from A to Z. */
  readonly isByName?: true;
}

export interface CollectionKind {
  /** In the address of the page. */
  readonly list: string;
  readonly label: PlainKey;
  readonly types: readonly string[];
  /** The first one holds until another is chosen. */
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
  /** Left out, it is all that the service can find. */
  readonly types?: readonly string[];
}

/** `ST` finds a listener's own renamed stations; not every service can find every kind. */
export const SEARCH_KINDS: readonly [SearchKind, ...SearchKind[]] = [
  { label: 'kind.all' },
  { label: 'kind.stations', types: ['SF', 'ST'] },
  { label: 'kind.artists', types: ['AR'] },
  { label: 'kind.albums', types: ['AL'] },
  { label: 'kind.songs', types: ['TR'] },
  { label: 'kind.podcasts', types: ['PC', 'PE'] },
];

/** A thumb bears no value in the answer: the filter alone tells which it was. */
export const THUMB_KINDS = [
  { list: 'thumbs', label: 'kind.thumbsUp', value: 'UP' },
  { list: 'thumbs-down', label: 'kind.thumbsDown', value: 'DOWN' },
] as const;

/** Whether the service accepts the type as a source. An artist is none: the stations and albums found by its name are. */
export function isSource(type: string): boolean {
  // Safari before 15.4 has no `Object.hasOwn`.
  return Object.keys(SOURCE_TYPES).includes(type);
}
