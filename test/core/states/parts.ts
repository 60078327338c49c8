import { LIMITS } from '../../../src/core/vocabulary/limits.js';
import { LOST } from '../../../src/core/vocabulary/lost.js';
import { SILENCE_REASONS } from '../../../src/contract/public-state.js';
import { TIMERS } from '../../../src/core/vocabulary/timer.js';
import { FLOWS } from './flows.js';
import { type Step, trace } from './trace.js';

/** What docs/states.md shows beside the source. */
export interface Parts {
  readonly flows: readonly { readonly name: string; readonly steps: readonly Step[] }[];
  readonly timers: typeof TIMERS;
  readonly silences: typeof SILENCE_REASONS;
  readonly limits: typeof LIMITS;
  readonly lost: typeof LOST;
}

export function createParts(): Parts {
  const flows = FLOWS.map(flow => ({ name: flow.name, steps: trace(flow) }));
  return { flows, timers: TIMERS, silences: SILENCE_REASONS, limits: LIMITS, lost: LOST };
}
