import { fieldError } from '../field-error.js';
import type { Collected } from './listeners.js';

const collator = new Intl.Collator('en');

/**
 * The collection narrowed to `types` and in the order asked for. Time collected and time modified go newest first;
 * names sort for stations alone; every other combination answers `INVALID_SORT_ORDER` (specification, sections 4, 7).
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
