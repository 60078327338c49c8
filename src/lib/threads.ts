/**
 * The number of libuv's threads. Name look-ups, which cannot be cancelled, share them with files and cryptography, and
 * libuv lets look-ups use half of them: of its default four, two dead audio hosts would leave none for the service.
 */
const THREADS = '8';

/** Sets the number of threads. Must be called before anything uses one, as they are started then. */
export function allowThreads(): void {
  process.env['UV_THREADPOOL_SIZE'] = THREADS;
}
