/** Long enough to be asleep in between, short enough to end in time. */
const STEP_MS = 250;

/**
 * Calls `over` once so many milliseconds have passed in which this process could have done something: while it loads its own
 * program on a slow machine, others may have answered without being heard. Answers what ends the wait.
 */
export function waitPatiently(ms: number, over: () => void): () => void {
  let leftMs = ms;
  let timer: NodeJS.Timeout;
  const step = () => {
    timer = setTimeout(
      () => {
        leftMs -= STEP_MS;
        // A step that came late counts once; what came meanwhile is read before the next.
        if (leftMs > 0) step();
        else over();
      },
      Math.min(STEP_MS, leftMs),
    );
  };
  step();
  return () => clearTimeout(timer);
}
