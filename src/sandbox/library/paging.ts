import { badArgument } from '../field-error.js';

/** The pagination input of every list (specification, section 2, "Pagination object"). */
export interface Pagination {
  readonly limit?: number | null;
  readonly offset?: number | null;
  readonly cursor?: string | null;
}

export interface ListPage<T> {
  readonly items: readonly T[];
  /** The id of the first item of the next page; null on the last page. */
  readonly cursor: string | null;
}

const LIMIT_MAX = 50;

/**
 * Returns one page of a list. `cursor` is the id of the item to start from and overrides `offset`. Refuses more than 50
 * items at once, negative numbers and unknown cursors.
 */
export function pageOf<T>(
  list: readonly T[],
  pagination: Pagination | null | undefined,
  idOf: (item: T) => string,
): ListPage<T> {
  const limit = pagination?.limit ?? 25;
  if (limit < 1 || limit > LIMIT_MAX) throw badArgument(`limit must be 1 to ${LIMIT_MAX}, not ${limit}`);
  const start = startOf(list, pagination, idOf);
  const next = list[start + limit];
  return {
    items: list.slice(start, start + limit),
    cursor: next === undefined ? null : idOf(next),
  };
}

function startOf<T>(
  list: readonly T[],
  pagination: Pagination | null | undefined,
  idOf: (item: T) => string,
): number {
  const cursor = pagination?.cursor ?? null;
  if (cursor !== null) {
    const start = list.findIndex(item => idOf(item) === cursor);
    if (start < 0) throw badArgument('unknown cursor');
    return start;
  }
  const offset = pagination?.offset ?? 0;
  if (offset < 0) throw badArgument(`offset must not be negative, not ${offset}`);
  return offset;
}
