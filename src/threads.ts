/**
 * Look-ups of names, which nobody can give up, share threads with files and keys. libuv lets half of them look names up: of
 * its usual four, two dead hosts of audio would leave none for the service.
 */
export const THREADS = '8';

/** To be called before anything is done by one: they are started then. */
export function allowThreads(): void {
  process.env['UV_THREADPOOL_SIZE'] = THREADS;
}
