// @ts-nocheck: frozen, while the types it was written for go on.
import { isHalt, type Item } from '../core/item.js';
import { ServiceFault, toldAnew } from '../../../src/errors.js';
import type { FeedbackReport, Report, SourceSet } from '../../../src/service-ports.js';
import { attempt, doubted, notTaken, settle, type SettleOptions } from './doubt.js';

/** What the service held for the device before a source was set. */
export interface Former {
  /** Null: none, or not known. */
  readonly formerId: string | null;
  readonly formerItem: Pick<Item, 'index' | 'trackToken'> | null;
}

/**
 * Sets the source. A lost answer is no harm: setting it again comes to the same, except for a station factory (SF),
 * which would make a second station. Of that one the service is asked what it holds now; where it does not tell, the
 * fault stays. An episode without an address has been asked for once more before it is answered with.
 */
export async function setSource(
  request: Former & { readonly sourceId: string },
  { service, signal }: SettleOptions,
): Promise<SourceSet> {
  const set = await setOnce(request, { service, signal });
  const { item } = set;
  if (item?.kind !== 'episode' || item.audioUrl !== null || isHalt(item)) return set;
  const current = await known(service.current({ signal }));
  return { ...set, item: current instanceof ServiceFault ? null : current };
}

async function setOnce(
  { sourceId, ...former }: Former & { readonly sourceId: string },
  { service, signal }: SettleOptions,
): Promise<SourceSet> {
  const send = (within: AbortSignal) => unsureOf(service.setSource(sourceId, { signal: within }));
  const first = await attempt(signal, send);
  if ('value' in first) return first.value;
  const again = () => send(signal);
  if (!sourceId.startsWith('SF:')) return inDoubt(again());
  const source = await inDoubt(service.source({ signal }));
  const isUsed =
    source === null ? await hasMoved(former, { service, signal }) : source.id !== former.formerId;
  if (!isUsed) return inDoubt(again());
  if (source === null) throw first.fault;
  return { source, item: await inDoubt(service.current({ signal })) };
}

/** A server that failed may have done it all the same. */
async function unsureOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (fault) {
    throw doubted(fault) ?? fault;
  }
}

/** What fails now says nothing of the answer that was lost before. */
async function inDoubt<T>(asked: Promise<T>): Promise<T> {
  const answer = await known(asked);
  if (!(answer instanceof ServiceFault)) return answer;
  const isUnknown = answer.code === 'offline' || answer.code === 'serviceError';
  throw isUnknown ? toldAnew(answer, { answerLost: true }) : answer;
}

/** Whether the device may be at another item than before; a service without a source for it is at none. */
async function hasMoved({ formerItem }: Former, { service, signal }: SettleOptions): Promise<boolean> {
  const item = await known(inDoubt(service.current({ signal })));
  if (item instanceof ServiceFault) {
    if (item.code !== 'noSource') throw item;
    return false;
  }
  // Every source has an item with this index: only the token tells.
  const isSame = item.trackToken !== null && item.trackToken === formerItem?.trackToken;
  return !isSame || item.index !== formerItem.index;
}

/** What was answered, or the fault. */
async function known<T>(asked: Promise<T>): Promise<T | ServiceFault> {
  try {
    return await asked;
  } catch (fault) {
    if (!(fault instanceof ServiceFault)) throw fault;
    return fault;
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
