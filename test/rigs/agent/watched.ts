import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSourcePlaces } from '../../../src/lib/source-places.js';
import type { AgentProcess } from './process.js';
import type { Rig } from './rig.js';
import type { RunningTimer } from './timers.js';

const HOOK = new URL('./timers.js', import.meta.url).href;

export interface Watched {
  readonly agent: AgentProcess;
  /** The timers that run at this moment. */
  readonly timers: () => Promise<readonly RunningTimer[]>;
}

/** Starts the program so that its timers can be seen, each with the place in the sources where it was set. */
export async function watchTimers(rig: Rig, more: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const file = join(rig.runtimeDir, '..', 'timers.json');
  const toSourcePlaces = createSourcePlaces();
  const agent = await rig.start({
    ...more,
    NODE_OPTIONS: `--import=${HOOK}`,
    TIMERS_FILE: file,
  });
  return {
    agent,
    async timers() {
      rmSync(file, { force: true });
      agent.child.kill('SIGUSR2');
      for (;;) {
        try {
          const timers = JSON.parse(readFileSync(file, 'utf8')) as RunningTimer[];
          return timers.map(({ ms, where }) => ({ ms, where: where.map(toSourcePlaces) }));
        } catch {
          await sleep(20);
        }
      }
    },
  };
}
