/**
 * Loaded into an agent before its own code, which must run with --expose-gc: at SIGUSR2 it collects its garbage and
 * writes what it holds to the file of CENSUS_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a process holds. */
export interface Census {
  /** Bytes in use, outside of V8's heap included. */
  readonly heapBytes: number;
  readonly rssBytes: number;
  /** What keeps the process alive, timers included, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Listeners of the process itself, and those of which too many were seen. */
  readonly listeners: number;
}

const warnings: string[] = [];
process.on('warning', ({ name }) => warnings.push(name));

async function tell(path: string): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await sleep(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const own = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const tooMany = warnings.filter(name => name === 'MaxListenersExceededWarning').length;
  const census: Census = {
    heapBytes: heapUsed + external,
    rssBytes: rss,
    resources,
    listeners: own + tooMany,
  };
  writeFileSync(`${path}.new`, JSON.stringify(census));
  renameSync(`${path}.new`, path);
}

process.on('SIGUSR2', () => void tell(process.env['CENSUS_FILE'] ?? '/dev/null'));
