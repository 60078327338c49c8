// @ts-nocheck: frozen, while the types it was written for go on.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from '../core/item.js';
import { deadline } from '../../../src/deadline.js';
import { ServiceFault } from '../../../src/errors.js';
import type { CallOptions, EndReport, PlaybackService } from '../../../src/service-ports.js';
import { doubted, FIRST_TRY_MS, isLost, notTaken, settle, type SettleOptions } from './doubt.js';

/** When the answer to the end report does not move on, `current` is asked after these waits (service rules, core). */
const LATER_MS = [1_000, 2_000, 4_000];
const SENDINGS = 2;
/**
 * So long the answer to a report is waited for before the report may be sent again: a slow service that has not
 * taken it yet would hear it twice.
 */
const REPORT_MS = 10_000;
/** How often `current` is asked meanwhile whether it was taken. */
const WATCH_MS = 2_000;

interface Following extends SettleOptions {
  readonly isNext: (item: Item | null) => item is Item;
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
  return followLater({ service, signal, isNext });
}

/** What `current` says a little later; null when nothing follows. Throws where the service says it has no source any more. */
async function followLater({ service, signal, isNext }: Following): Promise<Item | null> {
  let gone: ServiceFault | null = null;
  for (const delayMs of LATER_MS) {
    await pause(delayMs, signal);
    gone = null;
    try {
      const item = await settle(service, signal, { reportTaken: true });
      if (isNext(item)) return item;
    } catch (fault) {
      if (!(fault instanceof ServiceFault)) throw fault;
      if (fault.code === 'noSource') gone = fault;
      else if (!fault.empty) throw fault;
    }
  }
  if (gone !== null) throw gone;
  return null;
}

/** What the service says to the report, or, where its answer is lost, what is current once it was taken. */
async function reportOnce(
  report: EndReport,
  { by, doubtful }: { readonly by: 'end' | 'skip'; readonly doubtful: boolean },
  { service, signal, isNext }: Following,
): Promise<Item | null> {
  const send = (within: AbortSignal) => {
    const options: CallOptions = { signal: deadline(REPORT_MS, within) };
    return by === 'end' ? service.setEnded(report, options) : service.skip(report, options);
  };
  let isUnsure = doubtful;
  for (let sending = 1; ; sending += 1) {
    if (isUnsure) {
      const item = await settle(service, signal);
      if (isNext(item)) return item;
    }
    try {
      return await sendAndWatch(send, { service, signal, isNext });
    } catch (cause) {
      // A listener's skip is refused by a server that failed; an end must be told.
      const fault = by === 'end' ? doubted(cause) : isLost(cause) ? cause : null;
      if (fault === null || signal.aborted) throw doubted(cause) ?? cause;
      if (sending >= SENDINGS) return await giveUp(fault, by, { service, signal, isNext });
      isUnsure = true;
    }
  }
}

/** The end will be due again. A skip is over and done with, so that what sounds can be reported further. */
async function giveUp(
  fault: ServiceFault,
  by: 'end' | 'skip',
  { service, signal, isNext }: Following,
): Promise<Item> {
  if (by === 'end') throw fault;
  const item = await settle(service, signal);
  if (isNext(item)) return item;
  throw notTaken(fault);
}

/** The answer to the report, or, should that be slow, what is current once the report was taken. */
async function sendAndWatch(
  send: (signal: AbortSignal) => Promise<Item | null>,
  { service, signal, isNext }: Following,
): Promise<Item | null> {
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  const sent = send(within);
  // Given up, it has nobody left to tell.
  sent.catch((fault: unknown) => {
    if (!(fault instanceof ServiceFault)) throw fault;
  });
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
