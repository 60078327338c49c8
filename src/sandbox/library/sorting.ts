import { fieldError } from '../field-error.js';
import type { Collected } from './listeners.js';

const collator = new Intl.Collator('en');

/**
 * Returns the collection limited to `types`, in the requested order. Times of collection and modification sort newest
 * first; names sort for stations only; other combinations throw `INVALID_SORT_ORDER` (specification, sections 4, 7).
 */
export function sortCollection(
  collected: readonly Collected[],
  types: readonly string[] | null,
  sortBy: string | null,
  sortOrder: string | null,
): readonly Collected[] {
  const narrowed = collected.filter(({ entity }) => types === null || types.includes(entity.type));
  const order = sortOrder ?? 'DESC';
  if (sortBy === 'NAME') {
    if (types?.length !== 1 || types[0] !== 'ST') throw invalidSortOrder();
    const direction = order === 'ASC' ? 1 : -1;
    return narrowed.toSorted(
      (one, other) => direction * collator.compare(one.entity.name, other.entity.name),
    );
  }
  if (order === 'ASC') throw invalidSortOrder();
  return narrowed.toSorted((one, other) => other.addedAt - one.addedAt);
}

function invalidSortOrder() {
  return fieldError(
    'UPSTREAM_ERROR_SERVICE',
    'Exception - INVALID_SORT_ORDER [99023]: The given sort order is not supported for this sorted view',
  );
}
