/** Long enough for the process to sleep in between, short enough to end in time. */
const STEP_MS = 250;

/**
 * Calls `over` after this many milliseconds in which this process could run: while it loads its own program on a slow
 * machine, others may have answered without being read. Returns a function that ends the wait.
 */
export function waitPatiently(ms: number, over: () => void): () => void {
  let leftMs = ms;
  let timer: NodeJS.Timeout;
  const step = () => {
    timer = setTimeout(
      () => {
        leftMs -= STEP_MS;
        // A step that came late counts once; data that arrived meanwhile are read before the next step.
        if (leftMs > 0) step();
        else over();
      },
      Math.min(STEP_MS, leftMs),
    );
  };
  step();
  return () => clearTimeout(timer);
}
