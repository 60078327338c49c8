/**
 * Loaded into a process before its own code, which must run with --expose-gc: at SIGUSR2 it collects its garbage and
 * writes what memory is left in use to the file of BENCH_HEAP_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

async function tell(path: string): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await sleep(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  writeFileSync(`${path}.new`, JSON.stringify({ heapUsed, external, rss }));
  renameSync(`${path}.new`, path);
}

process.on('SIGUSR2', () => void tell(process.env['BENCH_HEAP_FILE'] ?? '/dev/null'));
