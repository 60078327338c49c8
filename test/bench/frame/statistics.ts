/** What is told of a series of values. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
}

/** Nearest-rank percentile: a value that was seen, never one in between. NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function summarize(values: readonly number[]): Summary {
  return {
    count: values.length,
    median: median(values),
    p99: percentile(values, 0.99),
    worst: percentile(values, 1),
  };
}
