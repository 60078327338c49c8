import { isHalt, type Item } from '../core/item.js';
import { ServiceFault } from '../errors.js';
import type { PlaybackService, Report } from '../service-ports.js';
import type { Budget } from './budget.js';
import type { Capabilities } from './capabilities.js';
import { toFields, toText } from './fields.js';
import { toUnusableFault, toWord } from './graphql-answer.js';
import { parseItem, parseSource, parseSourceSet } from './item-response.js';
import type { Names } from './names.js';
import { ABSENT, type Ask, type Operation } from './operation.js';
import { OPERATIONS } from './operations.js';

/** An item that was heard to its end may have cost so many questions besides its reports. */
const PER_ITEM = 5;

/** The playback operations for one device (specification, sections 3 and 4), and beyond them what the service has. */
export function createPlayback(options: {
  readonly ask: Ask;
  readonly capabilities: Capabilities;
  readonly deviceUuid: string;
  readonly names: Names;
  readonly budget: Budget;
}): PlaybackService {
  const { ask, capabilities, deviceUuid, names, budget } = options;

  /** Sends a report; null where the service has no such operation. */
  async function report<P>(
    operation: Operation<P>,
    params: P,
    signal: AbortSignal,
  ): Promise<Reported | null> {
    const answer = await ask(operation, params, signal);
    if (answer === ABSENT) return null;
    const reported = toReported(answer);
    budget.giveBack(1);
    meet(reported.item);
    return reported;
  }

  /** Reports that may be left out are, before there is nothing left for those that may not. */
  async function reportIfAmple<P>(
    operation: Operation<P>,
    params: P,
    signal: AbortSignal,
  ): Promise<Reported | null> {
    if (budget.isAmple) return report(operation, params, signal);
    const details = { retryAfterMs: budget.scarceMs };
    throw new ServiceFault('serviceError', 'The report was left out: too much was asked lately.', details);
  }

  /** Fields of a type that nobody has seen before can be asked for once its name is known. */
  const meet = (item: Item | null): boolean =>
    item?.kind === 'unknown' && !isHalt(item) && capabilities.noteKind(item.typename);

  async function current(signal: AbortSignal): Promise<Item> {
    const item = placed(parseItem(await ask(OPERATIONS.current, { deviceUuid }, signal)));
    if (item === null) throw toUnusableFault('an item');
    return meet(item) ? current(signal) : item;
  }

  const end = async (ended: Report, signal: AbortSignal): Promise<Item | null> =>
    (await report(OPERATIONS.setProgress, { deviceUuid, ...ended }, signal))?.item ?? null;

  return {
    async setProgress(progress, { signal }) {
      return (await reportIfAmple(OPERATIONS.setProgress, { deviceUuid, ...progress }, signal))?.item ?? null;
    },
    current: ({ signal }) => current(signal),
    async source({ signal }) {
      const answer = await ask(OPERATIONS.source, { deviceUuid }, signal);
      const source = answer === ABSENT ? null : parseSource(answer);
      return source && { ...source, name: source.name ?? names.find(source.id) };
    },
    async setSource(sourceId, { signal }) {
      const set = parseSourceSet(await ask(OPERATIONS.setSource, { deviceUuid, sourceId }, signal), sourceId);
      const name = set.source.name ?? names.find(set.source.id) ?? names.find(sourceId);
      if (name !== null) names.note(set.source.id, name);
      const item = placed(set.item);
      budget.giveBack(1);
      meet(item);
      return { source: { ...set.source, name }, item };
    },
    async setStarted(started, { signal }) {
      return (await reportIfAmple(OPERATIONS.setStarted, { deviceUuid, ...started }, signal))?.item ?? null;
    },
    async setPaused(paused, { signal }) {
      await reportIfAmple(OPERATIONS.pause, { deviceUuid, ...paused }, signal);
    },
    async setEnded({ lengthS, ...ended }, { signal }) {
      const answer = await report(OPERATIONS.setEnded, { deviceUuid, ...ended }, signal);
      const item = answer === null ? await end({ ...ended, elapsedS: lengthS }, signal) : answer.item;
      budget.giveBack(PER_ITEM);
      return item;
    },
    async skip({ lengthS, ...skipped }, { signal }) {
      const answer = await report(OPERATIONS.skip, { deviceUuid, ...skipped }, signal);
      return answer === null ? end({ ...skipped, elapsedS: lengthS }, signal) : answer.item;
    },
    async previous(left, { signal }) {
      const answer = await report(OPERATIONS.previous, { deviceUuid, ...left }, signal);
      if (answer === null) throw toMissingFault();
      return answer.item;
    },
    async replay({ trackToken, ...left }, { signal }) {
      if (trackToken === null) return false;
      return (await report(OPERATIONS.replay, { deviceUuid, ...left, trackToken }, signal)) !== null;
    },
    async peek({ signal }) {
      const answer = await ask(OPERATIONS.peek, { deviceUuid }, signal).catch((fault: unknown) => {
        // Nothing comes after the last item of a source: that is an answer, too.
        if (fault instanceof ServiceFault && fault.code === 'serviceError' && fault.answerLost) return null;
        throw fault;
      });
      const item = answer === ABSENT ? null : parseItem(answer);
      meet(item);
      return item;
    },
    async setFeedback({ value, trackToken, ...rated }, { signal }) {
      const params = { deviceUuid, ...rated, trackToken: trackToken ?? undefined };
      const answer =
        value === null
          ? await report(OPERATIONS.removeFeedback, params, signal)
          : await report(OPERATIONS.setFeedback, { ...params, value }, signal);
      if (answer === null) throw toMissingFault();
      return answer.item;
    },
    get abilities() {
      return {
        previous: capabilities.offers(OPERATIONS.previous),
        feedback: capabilities.offers(OPERATIONS.setFeedback),
        peek: capabilities.offers(OPERATIONS.peek),
        replay: capabilities.offers(OPERATIONS.replay),
        reports: capabilities.offers(OPERATIONS.setStarted) || capabilities.offers(OPERATIONS.pause),
      };
    },
    onAbilities: listener => capabilities.onLoss(listener),
  };
}

interface Reported {
  /** What is current after the report, where the answer told. */
  readonly item: Item | null;
}

function toReported(value: unknown): Reported {
  const answer = toFields(value);
  const status = toText(answer['status'], 80);
  // A report that was not taken must not pass for one that was: the end of an item would look like the end of all.
  if (status !== null && status.toUpperCase() !== 'OK') {
    const code = toWord(status) ?? 'serviceError';
    throw new ServiceFault(code, 'The service did not take the report.', { serviceCode: status });
  }
  return { item: placed(parseItem(answer['current'])) };
}

function toMissingFault(): ServiceFault {
  return new ServiceFault('notSupported', 'The service has no such operation.');
}

/** What always has a place in its source, unless it stands for a stream taken away; of others that is not known. */
const PLACED = ['', 'TrackItem', 'PodcastEpisodeItem'];

/** The item; throws where its place cannot be read, which would pass for a stream that was taken away. */
function placed(item: Item | null): Item | null {
  const isLost =
    item?.index === null && PLACED.includes(item.typename) && !item.interactions.includes('FORCE_ACTIVE');
  if (isLost) throw toUnusableFault('an item');
  return item;
}
