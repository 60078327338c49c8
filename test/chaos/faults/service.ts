import type { Fault } from './fault.js';

/** What becomes of the service and the way to it. */
export const SERVICE_FAULTS: readonly Fault[] = [
  {
    name: 'service and audio refused',
    weight: 4,
    lastsMs: [500, 20_000],
    explains: ['offline', 'loading'],
    async begin({ front }) {
      await front.close();
      return { end: () => front.open() };
    },
  },
];
