/** What the service's lists can be asked for, and how each choice is called. */
import { SOURCE_TYPES } from '../../../core/item.js';

export interface Order {
  readonly label: string;
  readonly params: { readonly sortBy?: string; readonly sortOrder?: string };
}

export interface CollectionKind {
  readonly label: string;
  readonly types: readonly string[];
  /** The first one holds until another is chosen. */
  readonly orders: readonly [Order, ...Order[]];
}

const OWN_ORDER: Order = { label: 'As the service lists it', params: {} };

/**
 * The kinds of the collection, each with the orders that the specification allows for it (section 4, "collection"):
 * stations and albums together by the time they were added, stations alone by name, both descending; no other.
 */
export const COLLECTION_KINDS: readonly [CollectionKind, ...CollectionKind[]] = [
  {
    label: 'All',
    types: ['ST', 'AL'],
    orders: [{ label: 'Recently added', params: { sortBy: 'ADDED_TIME', sortOrder: 'DESC' } }, OWN_ORDER],
  },
  {
    label: 'Stations',
    types: ['ST'],
    orders: [OWN_ORDER, { label: 'Name, Z to A', params: { sortBy: 'NAME', sortOrder: 'DESC' } }],
  },
  { label: 'Albums', types: ['AL'], orders: [OWN_ORDER] },
  { label: 'Songs', types: ['TR'], orders: [OWN_ORDER] },
  { label: 'Podcasts', types: ['PC', 'PE'], orders: [OWN_ORDER] },
];

interface SearchKind {
  readonly label: string;
  /** Left out, it is all that the service can find. */
  readonly types?: readonly string[];
}

/** `ST` finds a listener's own renamed stations; not every service can find every kind. */
export const SEARCH_KINDS: readonly [SearchKind, ...SearchKind[]] = [
  { label: 'All' },
  { label: 'Stations', types: ['SF', 'ST'] },
  { label: 'Artists', types: ['AR'] },
  { label: 'Albums', types: ['AL'] },
  { label: 'Songs', types: ['TR'] },
  { label: 'Podcasts', types: ['PC', 'PE'] },
];

/** A thumb bears no value in the answer: the filter alone tells which it was. */
export const THUMB_KINDS = [
  { label: 'Thumbs up', value: 'UP' },
  { label: 'Thumbs down', value: 'DOWN' },
] as const;

/** Whether the service accepts the type as a source. An artist is none: the stations and albums found by its name are. */
export function isSource(type: string): boolean {
  // Safari before 15.4 has no `Object.hasOwn`.
  return Object.keys(SOURCE_TYPES).includes(type);
}
