import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until there is an answer other than null or false. Rejects after `withinMs`. */
export async function until<T>(
  what: string,
  ask: () => T | null | false | Promise<T | null | false>,
  { everyMs = 20, withinMs = 30_000 } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(everyMs);
  }
}
