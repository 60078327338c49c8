/**
 * A signal that aborts with a `TimeoutError` after `ms` milliseconds, or with the first of `signals` that does. The
 * timer keeps no process alive.
 *
 * `AbortSignal.any` with an `AbortSignal.timeout` in it will not do: Node 20 collects the latter as garbage, and
 * then it never aborts. The timer holds on to the controller.
 */
export function deadline(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const late = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  setTimeout(() => late.abort(reason), ms).unref();
  return AbortSignal.any([late.signal, ...signals]);
}
