import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from '../core/item.js';
import { deadline } from '../deadline.js';
import { ServiceFault } from '../errors.js';
import type { PlaybackService, Report, SourceSet } from '../service-ports.js';

/** When the answer to the end report does not move on, `current` is asked after these waits (service rules, core). */
const LATER_MS = [1_000, 2_000, 4_000];
/** One try of a call that a listener waits for; what is left of the ten seconds settles a lost answer. */
const FIRST_TRY_MS = 5_000;
const SENDINGS = 2;

export interface SettleOptions {
  readonly service: PlaybackService;
  readonly signal: AbortSignal;
}

function isLost(fault: unknown): fault is ServiceFault {
  return fault instanceof ServiceFault && fault.answerLost;
}

/**
 * Sets the source. A lost answer is no harm: setting it again comes to the same, except for a station factory (SF),
 * which would make a second station.
 */
export async function setSource(sourceId: string, { service, signal }: SettleOptions): Promise<SourceSet> {
  const attempt = deadline(FIRST_TRY_MS, signal);
  try {
    return await service.setSource(sourceId, { signal: attempt });
  } catch (fault) {
    if (!isLost(fault) || signal.aborted || sourceId.startsWith('SF:')) throw fault;
    return service.setSource(sourceId, { signal });
  }
}

/**
 * Reports an item's end and finds what follows it: the item of the answer if its index has moved, otherwise what
 * `current` says a little later; null when nothing follows. A report whose answer was lost (`doubtful`: an earlier
 * one's) is never repeated before `current` has shown that it was not taken.
 */
export async function advance(
  report: Report,
  doubtful: boolean,
  { service, signal }: SettleOptions,
): Promise<Item | null> {
  const isNext = (item: Item | null): item is Item => item !== null && item.index !== report.index;
  let isUnsure = doubtful;
  for (let sending = 0; ; sending += 1) {
    if (isUnsure) {
      const item = await settle(service, signal);
      if (isNext(item)) return item;
    }
    try {
      const first = sending === 0 ? [AbortSignal.timeout(FIRST_TRY_MS)] : [];
      const item = await service.setProgress(report, { signal: AbortSignal.any([signal, ...first]) });
      if (isNext(item)) return item;
      break;
    } catch (fault) {
      if (!isLost(fault) || signal.aborted || sending + 1 >= SENDINGS) throw fault;
      isUnsure = true;
    }
  }
  for (const delayMs of LATER_MS) {
    await pause(delayMs, signal);
    const item = await settle(service, signal);
    if (isNext(item)) return item;
  }
  return null;
}

/** Asks whether a report was taken. Where that cannot be told, whatever the reason, the doubt stays. */
async function settle(service: PlaybackService, signal: AbortSignal): Promise<Item> {
  try {
    return await service.current({ signal });
  } catch (fault) {
    if (!(fault instanceof ServiceFault)) throw fault;
    const { code, message, retryAfterMs, serviceCode, serviceMessage } = fault;
    throw new ServiceFault(code, message, {
      answerLost: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(serviceCode === undefined ? {} : { serviceCode }),
      ...(serviceMessage === undefined ? {} : { serviceMessage }),
      cause: fault,
    });
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch (cause) {
    throw new ServiceFault('offline', 'The service did not say in time what comes next.', {
      answerLost: true,
      cause,
    });
  }
}
