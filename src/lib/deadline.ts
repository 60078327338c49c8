/**
 * Returns a signal that aborts with a `TimeoutError` after `ms` milliseconds, or when the first of `signals` does. The
 * timer keeps no process alive.
 *
 * `AbortSignal.any` with an `AbortSignal.timeout` does not work: Node 20 garbage-collects the latter, which then never
 * aborts. The timer keeps a reference to the controller.
 */
export function deadline(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const late = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  setTimeout(() => late.abort(reason), ms).unref();
  return AbortSignal.any([late.signal, ...signals]);
}
