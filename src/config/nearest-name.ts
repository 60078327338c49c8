/**
 * Returns a suggestion to append to an unknown name: `; did you mean …?`, or an empty string if none is near. A
 * name is near if it differs by at most one edit in three letters: a letter inserted, left out or replaced, or two
 * neighbours swapped. The common `prefix` of all names does not count.
 */
export function suggestName(name: string, known: readonly string[], prefix = ''): string {
  const own = name.slice(prefix.length);
  const distances = known.map(candidate => countEdits(own, candidate.slice(prefix.length)));
  const least = Math.min(...distances);
  if (least > Math.max(1, Math.floor(own.length / 3)) || least >= own.length) return '';
  return `; did you mean ${known[distances.indexOf(least)] ?? ''}?`;
}

/** Computes the Levenshtein distance, with a swap of neighbours as one edit (optimal string alignment). */
function countEdits(from: string, to: string): number {
  const [source, target] = [Array.from(from), Array.from(to)];
  let before: number[] = [];
  let above = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (const [index, letter] of source.entries()) {
    const row = [index + 1];
    for (const [column, other] of target.entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = letter === target[column - 1] && source[index - 1] === other;
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
    [before, above] = [above, row];
  }
  return above[target.length] ?? 0;
}
