/** Caches the answer of `ask` for `forMs` milliseconds. A failure is not cached. */
export function remembered<T>(ask: () => Promise<T>, forMs: number, nowMs: () => number): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly atMs: number } | null = null;
  return () => {
    if (last !== null && nowMs() - last.atMs < forMs) return last.answer;
    const answer = ask();
    last = { answer, atMs: nowMs() };
    answer.catch(() => (last = null));
    return answer;
  };
}
