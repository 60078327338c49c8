import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from '../core/item.js';
import { deadline } from '../deadline.js';
import { ServiceFault } from '../errors.js';
import type {
  CallOptions,
  EndReport,
  FeedbackReport,
  PlaybackService,
  Report,
  SourceSet,
} from '../service-ports.js';

/** When the answer to the end report does not move on, `current` is asked after these waits (service rules, core). */
const LATER_MS = [1_000, 2_000, 4_000];
/** One try of a call that a listener waits for; what is left of the ten seconds settles a lost answer. */
const FIRST_TRY_MS = 5_000;
const SENDINGS = 2;
/**
 * So long the answer to a report is waited for before the report may be sent again: a slow service that has not
 * taken it yet would hear it twice.
 */
const REPORT_MS = 10_000;
/** How often `current` is asked meanwhile whether it was taken. */
const WATCH_MS = 2_000;

export interface SettleOptions {
  readonly service: PlaybackService;
  readonly signal: AbortSignal;
}

function isLost(fault: unknown): fault is ServiceFault {
  return fault instanceof ServiceFault && fault.answerLost;
}

/** Calls once, for a part of the time; null: the answer is lost, and there is time to settle that. */
async function attempt<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T } | { readonly fault: ServiceFault }> {
  try {
    return { value: await call(deadline(FIRST_TRY_MS, signal)) };
  } catch (fault) {
    if (!isLost(fault) || signal.aborted) throw fault;
    return { fault };
  }
}

/**
 * Sets the source. A lost answer is no harm: setting it again comes to the same, except for a station factory (SF),
 * which would make a second station. Of that one the service is asked what it holds now; where it does not tell
 * (`formerId`: what it held), the fault stays.
 */
export async function setSource(
  { sourceId, formerId }: { readonly sourceId: string; readonly formerId: string | null },
  { service, signal }: SettleOptions,
): Promise<SourceSet> {
  const first = await attempt(signal, within => service.setSource(sourceId, { signal: within }));
  if ('value' in first) return first.value;
  if (!sourceId.startsWith('SF:')) return service.setSource(sourceId, { signal });
  const source = await service.source({ signal });
  if (source === null) throw first.fault;
  if (source.id === formerId) return service.setSource(sourceId, { signal });
  return { source, item: await service.current({ signal }) };
}

/**
 * Reports an item's end, or its skip, and finds what follows it: the item of the answer if its index has moved,
 * otherwise what `current` says a little later; null when nothing follows. A report whose answer was lost (`doubtful`:
 * an earlier one's) is never repeated before `current` has shown that it was not taken; one that was answered
 * (`taken`: an earlier one) is never repeated at all.
 */
export async function advance(
  report: EndReport,
  how: {
    readonly by: 'end' | 'skip';
    readonly doubtful: boolean;
    readonly taken?: boolean;
    /** Told once the report was answered, should what follows not be known with it. */
    readonly onTaken?: () => void;
  },
  { service, signal }: SettleOptions,
): Promise<Item | null> {
  const isNext = (item: Item | null): item is Item => item !== null && item.index !== report.index;
  if (how.taken !== true) {
    const item = await reportOnce(report, how, { service, signal, isNext });
    if (isNext(item)) return item;
    how.onTaken?.();
  }
  for (const delayMs of LATER_MS) {
    await pause(delayMs, signal);
    const item = await settle(service, signal, { reportTaken: true });
    if (isNext(item)) return item;
  }
  return null;
}

/** What the service says to the report, or, where its answer is lost, what is current once it was taken. */
async function reportOnce(
  report: EndReport,
  { by, doubtful }: { readonly by: 'end' | 'skip'; readonly doubtful: boolean },
  { service, signal, isNext }: SettleOptions & { readonly isNext: (item: Item | null) => boolean },
): Promise<Item | null> {
  const send = (within: AbortSignal) => {
    const options: CallOptions = { signal: deadline(REPORT_MS, within) };
    return by === 'end' ? service.setEnded(report, options) : service.skip(report, options);
  };
  let isUnsure = doubtful;
  for (let sending = 0; ; sending += 1) {
    if (isUnsure) {
      const item = await settle(service, signal);
      if (isNext(item)) return item;
    }
    try {
      return await sendAndWatch(send, { service, signal, isNext });
    } catch (fault) {
      if (!isLost(fault) || signal.aborted || sending + 1 >= SENDINGS) throw fault;
      isUnsure = true;
    }
  }
}

/** The answer to the report, or, should that be slow, what is current once the report was taken. */
async function sendAndWatch(
  send: (signal: AbortSignal) => Promise<Item | null>,
  { service, signal, isNext }: SettleOptions & { readonly isNext: (item: Item | null) => boolean },
): Promise<Item | null> {
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  const sent = send(within);
  // Given up, it has nobody left to tell.
  sent.catch(() => undefined);
  const taken = watchUntil(isNext, service, within);
  try {
    return await Promise.race([sent, taken.then(item => item ?? sent)]);
  } finally {
    over.abort();
  }
}

/** Asks what is current, again and again, until it is so; null once nobody waits for that any more. */
async function watchUntil(
  holds: (item: Item | null) => boolean,
  service: PlaybackService,
  signal: AbortSignal,
): Promise<Item | null> {
  for (let delayMs = FIRST_TRY_MS; ; delayMs = WATCH_MS) {
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
    const item = await service.current({ signal }).catch((fault: unknown) => {
      if (!(fault instanceof ServiceFault)) throw fault;
      return null;
    });
    if (holds(item)) return item;
  }
}

/**
 * Goes back to the previous item. A lost answer is settled with `current`: if its index has moved, it was done.
 * Never repeated: that could go back twice.
 */
export async function goBack(report: Report, { service, signal }: SettleOptions): Promise<Item> {
  const first = await attempt(signal, within => service.previous(report, { signal: within }));
  if ('value' in first && first.value !== null) return first.value;
  const item = await settle(service, signal);
  if ('fault' in first && item.index === report.index) throw notTaken(first.fault);
  return item;
}

/** Has the item heard again, and says which item that is; null where the service has no such operation. */
export async function replay(
  report: Report & { readonly trackToken: string },
  { service, signal }: SettleOptions,
): Promise<Item | null> {
  const first = await attempt(signal, within => service.replay(report, { signal: within }));
  if ('value' in first && !first.value) return null;
  const item = await settle(service, signal);
  if ('fault' in first && item.index === report.index) throw notTaken(first.fault);
  return item;
}

/**
 * Gives feedback. A lost answer is no harm: giving the same again comes to the same. Only a thumb-down skips, too: that
 * one is given again if `current` shows that it was not taken.
 */
export async function setFeedback(
  report: FeedbackReport,
  { service, signal }: SettleOptions,
): Promise<Item | null> {
  const first = await attempt(signal, within => service.setFeedback(report, { signal: within }));
  if ('value' in first) return first.value;
  if (report.value !== 'DOWN') return service.setFeedback(report, { signal });
  const item = await service.current({ signal });
  const isThere = report.trackToken !== null && item.trackToken === report.trackToken;
  return isThere && item.feedback !== 'DOWN' ? service.setFeedback(report, { signal }) : item;
}

/** The answer was lost, and `current` has shown since that nothing was done. */
function notTaken(fault: ServiceFault): ServiceFault {
  return toldAnew(fault, { answerLost: false });
}

/** The same fault, with something more known about what became of the request. */
function toldAnew(
  fault: ServiceFault,
  known: { readonly answerLost: boolean; readonly reportTaken?: boolean },
): ServiceFault {
  const { code, message, retryAfterMs, httpStatus, serviceCode, serviceMessage } = fault;
  return new ServiceFault(code, message, {
    ...known,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(serviceCode === undefined ? {} : { serviceCode }),
    ...(serviceMessage === undefined ? {} : { serviceMessage }),
    cause: fault,
  });
}

/** Asks whether a report was taken. Where that cannot be told, whatever the reason, the doubt stays. */
async function settle(
  service: PlaybackService,
  signal: AbortSignal,
  { reportTaken = false } = {},
): Promise<Item> {
  try {
    return await service.current({ signal });
  } catch (fault) {
    if (!(fault instanceof ServiceFault)) throw fault;
    throw toldAnew(fault, { answerLost: true, reportTaken });
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch (cause) {
    throw new ServiceFault('offline', 'The service did not say in time what comes next.', {
      answerLost: true,
      reportTaken: true,
      cause,
    });
  }
}
