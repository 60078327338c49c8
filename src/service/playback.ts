import { type Allowance, createAllowance } from '../lib/allowance.js';
import { isInterruption, type Item, type Source } from '../core/vocabulary/item.js';
import { isBug, ServiceFault } from '../contract/errors.js';
import type { Clock } from '../contract/ports.js';
import type { Abilities } from '../core/vocabulary/abilities.js';
import type { EndReport, FeedbackReport, Place } from '../core/model/ledger.js';
import type { CallOptions, PlaybackService, SourceSet } from '../contract/service-ports.js';
import type { Budget } from './budget.js';
import type { Capabilities } from './capabilities.js';
import { toUnusableFault } from './graphql-answer.js';
import { parseItem, parseSource, parseSourceSet } from './item-response.js';
import type { EntryNames } from './names.js';
import { ABSENT, type SendOperation, type Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import { placed, type Reported, toReported } from './reported.js';

/** Requests given back for an item heard to its end: it may have cost this many besides its reports. */
const PER_ITEM = 5;
/** Most pauses, and most resumptions, reported per hour: nothing else limits how often a listener toggles. */
const TURNS = { most: 120, withinMs: 3_600_000 };

export interface PlaybackServiceOptions {
  readonly ask: SendOperation;
  readonly capabilities: Capabilities;
  readonly deviceUuid: string;
  readonly names: EntryNames;
  readonly budget: Budget;
  readonly clock: Clock;
}

/** Creates the playback operations for one device (specification, sections 3 and 4, and the service's extensions). */
export function createPlayback(options: PlaybackServiceOptions): PlaybackService {
  return new DevicePlayback(options);
}

class DevicePlayback implements PlaybackService {
  readonly #ask: SendOperation;
  readonly #capabilities: Capabilities;
  readonly #names: EntryNames;
  readonly #budget: Budget;
  readonly #turns: Allowance;
  /** The item whose start was reported last. */
  #started = '';
  readonly #device: { readonly deviceUuid: string };

  constructor(options: PlaybackServiceOptions) {
    this.#ask = options.ask;
    this.#capabilities = options.capabilities;
    this.#names = options.names;
    this.#budget = options.budget;
    this.#turns = createAllowance({ ...TURNS, steadyMs: () => options.clock.steadyMs() });
    this.#device = { deviceUuid: options.deviceUuid };
  }

  /** Sends a report; null if the service has no such operation. */
  async #report<P>(operation: Operation<P>, params: P, signal: AbortSignal): Promise<Reported | null> {
    const answer = await this.#ask(operation, params, signal);
    if (answer === ABSENT) return null;
    const reported = toReported(answer);
    this.#budget.giveBack(1);
    this.#meet(reported.item);
    return reported;
  }

  /** Sends a report that may bring another item. Asks for it where the service does not take both in one document. */
  async #move<P>(operation: Operation<P>, params: P, signal: AbortSignal): Promise<Reported | null> {
    const reported = await this.#report(operation, params, signal);
    if (!reported?.isBrief) return reported;
    // The report was taken, whatever becomes of this question.
    const item = await this.#current(signal).catch((error: unknown) => {
      if (isBug(error)) throw error;
      return null;
    });
    return { ...reported, item };
  }

  /** Reports that a listener left the item. If the answer holds no item, also gives back the request that follows. */
  async #left<P>(operation: Operation<P>, params: P, signal: AbortSignal): Promise<Reported | null> {
    const reported = await this.#move(operation, params, signal);
    if (reported?.item === null) this.#budget.giveBack(1);
    return reported;
  }

  /** Leaves an optional report out while the budget is low, to keep requests for the mandatory ones. */
  async #reportIfAmple<P>(operation: Operation<P>, params: P, signal: AbortSignal): Promise<Reported | null> {
    if (this.#budget.isAmple) return this.#report(operation, params, signal);
    throw toLeftOutFault(this.#budget.scarceMsFor(0));
  }

  async #reportTurn<P>(operation: Operation<P>, params: P, signal: AbortSignal): Promise<Reported | null> {
    const waitMs = this.#turns.waitMs(operation.name);
    if (waitMs > 0) throw toLeftOutFault(waitMs);
    this.#turns.note(operation.name);
    return this.#reportIfAmple(operation, params, signal);
  }

  /** Records an unknown item type: its fields can be asked for once its name is known. */
  #meet(item: Item | null): boolean {
    return item?.kind === 'unknown' && !isInterruption(item) && this.#capabilities.noteKind(item.typename);
  }

  async #current(signal: AbortSignal): Promise<Item> {
    const item = placed(parseItem(await this.#ask(OPERATIONS.current, this.#device, signal)));
    if (item === null) throw toUnusableFault('an item');
    return this.#meet(item) ? this.#current(signal) : item;
  }

  async #end(ended: Place, signal: AbortSignal): Promise<Item | null> {
    return (await this.#move(OPERATIONS.setProgress, { ...this.#device, ...ended }, signal))?.item ?? null;
  }

  async setProgress(progress: Place, { signal }: CallOptions): Promise<Item | null> {
    return (
      (await this.#reportIfAmple(OPERATIONS.setProgress, { ...this.#device, ...progress }, signal))?.item ??
      null
    );
  }

  current({ signal }: CallOptions): Promise<Item> {
    return this.#current(signal);
  }

  async source({ signal }: CallOptions): Promise<Source | null> {
    const answer = await this.#ask(OPERATIONS.source, this.#device, signal);
    const source = answer === ABSENT ? null : parseSource(answer);
    return source && { ...source, name: source.name ?? this.#names.find(source.id) };
  }

  async setSource(sourceId: string, { signal }: CallOptions): Promise<SourceSet> {
    const set = parseSourceSet(
      await this.#ask(OPERATIONS.setSource, { ...this.#device, sourceId }, signal),
      sourceId,
    );
    const name = set.source.name ?? this.#names.find(set.source.id) ?? this.#names.find(sourceId);
    if (name !== null) this.#names.note(set.source.id, name);
    const item = placed(set.item);
    this.#budget.giveBack(1);
    this.#meet(item);
    return { source: { ...set.source, name }, item };
  }

  async setStarted(started: Place, { signal }: CallOptions): Promise<Item | null> {
    const item = `${started.index} ${started.sourceId}`;
    const isFirst = item !== this.#started;
    this.#started = item;
    const params = { ...this.#device, ...started };
    const answer = isFirst
      ? await this.#reportIfAmple(OPERATIONS.setStarted, params, signal)
      : await this.#reportTurn(OPERATIONS.setStarted, params, signal);
    return answer?.item ?? null;
  }

  async setPaused(paused: Place, { signal }: CallOptions): Promise<void> {
    await this.#reportTurn(OPERATIONS.pause, { ...this.#device, ...paused }, signal);
  }

  async setEnded({ lengthS, ...ended }: EndReport, { signal }: CallOptions): Promise<Item | null> {
    const answer = await this.#move(OPERATIONS.setEnded, { ...this.#device, ...ended }, signal);
    const item = answer === null ? await this.#end({ ...ended, elapsedS: lengthS }, signal) : answer.item;
    this.#budget.giveBack(PER_ITEM);
    return item;
  }

  async skip({ lengthS, ...skipped }: EndReport, { signal }: CallOptions): Promise<Item | null> {
    const answer = await this.#left(OPERATIONS.skip, { ...this.#device, ...skipped }, signal);
    return answer === null ? this.#end({ ...skipped, elapsedS: lengthS }, signal) : answer.item;
  }

  async previous(left: Place, { signal }: CallOptions): Promise<Item | null> {
    const answer = await this.#left(OPERATIONS.previous, { ...this.#device, ...left }, signal);
    if (answer === null) throw toMissingFault();
    return answer.item;
  }

  async replay(
    { trackToken, ...left }: Place & { readonly trackToken: string | null },
    { signal }: CallOptions,
  ): Promise<boolean> {
    if (trackToken === null) return false;
    const answer = await this.#report(OPERATIONS.replay, { ...this.#device, ...left, trackToken }, signal);
    if (answer === null) return false;
    // The caller always asks for the current item next.
    this.#budget.giveBack(1);
    return true;
  }

  async peek({ signal }: CallOptions): Promise<Item | null> {
    const answer = await this.#ask(OPERATIONS.peek, this.#device, signal).catch((fault: unknown) => {
      // At the last item of a source the service answers without an item, which is no failure.
      if (fault instanceof ServiceFault && fault.code === 'serviceError' && fault.answerLost) return null;
      throw fault;
    });
    const item = answer === ABSENT ? null : parseItem(answer);
    this.#meet(item);
    return item;
  }

  async setFeedback(
    { value, trackToken, ...rated }: FeedbackReport,
    { signal }: CallOptions,
  ): Promise<Item | null> {
    const params = { ...this.#device, ...rated, trackToken: trackToken ?? undefined };
    const answer =
      value === null
        ? await this.#report(OPERATIONS.removeFeedback, params, signal)
        : await this.#move(OPERATIONS.setFeedback, { ...params, value }, signal);
    if (answer === null) throw toMissingFault();
    return answer.item;
  }

  get abilities(): Abilities {
    return {
      previous: this.#capabilities.offers(OPERATIONS.previous),
      feedback: this.#capabilities.offers(OPERATIONS.setFeedback),
      peek: this.#capabilities.offers(OPERATIONS.peek),
      replay: this.#capabilities.offers(OPERATIONS.replay),
      reports:
        this.#capabilities.offers(OPERATIONS.setStarted) || this.#capabilities.offers(OPERATIONS.pause),
    };
  }

  onAbilities(listener: () => void): void {
    this.#capabilities.onLoss(listener);
  }
}

function toLeftOutFault(retryAfterMs: number): ServiceFault {
  const details = { retryAfterMs };
  return new ServiceFault('serviceError', 'The report was skipped: too many requests.', details);
}

function toMissingFault(): ServiceFault {
  return new ServiceFault('notSupported', 'The service does not support this operation.');
}
