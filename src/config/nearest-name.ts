/** The known name that takes the fewest single-letter edits to reach; the first of equals. `known` is not empty. */
export function findNearestName(name: string, known: readonly string[]): string {
  return known.reduce((best, candidate) =>
    countEdits(name, candidate) < countEdits(name, best) ? candidate : best,
  );
}

/** Levenshtein's distance: letters inserted, left out or replaced. */
function countEdits(from: string, to: string): number {
  const target = Array.from(to);
  const row = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const above = [...row];
    row[0] = index + 1;
    for (const [column, other] of target.entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      row[column + 1] = Math.min(replaced, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1);
    }
  }
  return row[target.length] ?? 0;
}
