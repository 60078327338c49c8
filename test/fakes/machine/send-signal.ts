/**
 * Signals one process, and returns its id. Throws where there is none: a signal to process 0 goes to the whole group of
 * this one, the runner of the tests and what called that among them.
 */
export function sendSignal(pid: number | undefined, signal: NodeJS.Signals): number {
  if (pid === undefined || !(pid > 1)) throw new Error(`no process to send ${signal} to`);
  // eslint-disable-next-line no-restricted-properties -- the one place
  process.kill(pid, signal);
  return pid;
}
