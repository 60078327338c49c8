import type { Event } from '../../src/core/event.js';
import type { Item } from '../../src/core/item.js';
import {
  type Answerable,
  isReport,
  isStillInDoubt,
  type Outcome,
  type ServiceModel,
} from './engine-questions.js';
import { createFailure, createItem, TAKEN_OVER } from './engine-stage.js';

interface Call {
  readonly effect: Answerable;
  readonly outcome: Outcome;
  /** The setting of a source that the speaker knew of; null: it was being changed. */
  readonly known: number | null;
  /** Whose question it is. */
  readonly listener: number;
  doneAtMs: number;
  answerAtMs: number;
  answer: Event | null;
}

const LATENCY_MS = 100;
const SPARING_MS = 2_000;
const LONGER: Partial<Record<Outcome, number>> = { slow: 3_000, hung: 14_000 };

export const ITEM_MS = 20_000;

/** A source without an address for its only item. */
const PODCAST = 'PC:1';
const EPISODE = createItem(0, {
  typename: 'PodcastEpisodeItem',
  kind: 'episode',
  audioUrl: null,
  trackToken: null,
  trackId: null,
  interactions: [],
});

/** A service with endless sources, as far as playback goes. `fail` is told of every rule that is broken. */
export function createServiceModel(fail: (message: string) => void): ServiceModel {
  const outcomes: Outcome[] = [];
  const ofEnds: Outcome[] = [];
  const calls: Call[] = [];
  const given: Event[] = [];
  const ends = new Set<string>();
  let sourceId: string | null = 'ST:1';
  let generation = 0;
  let index = 0;
  let serial = 0;
  /** The source was changed, and no answer has said so yet. */
  let hasMoved = false;
  let listener = 0;

  const itemNow = (hasAddress = !model.isSparing): Item => {
    if (model.isTakenOver) return TAKEN_OVER;
    if (sourceId === PODCAST) return EPISODE;
    serial += 1;
    return itemAt(index, `${generation}/${index}`, hasAddress);
  };

  const itemAt = (at: number, trackToken: string, hasAddress: boolean): Item => {
    const audioUrl = hasAddress ? `http://audio.test/${trackToken}/${serial}` : null;
    const interactions = ['SKIP', 'REPLAY', 'SEEK', 'PREVIOUS', 'THUMB'];
    const length = { durationMs: ITEM_MS, progressFrequencyS: 5 };
    return createItem(at, { audioUrl, trackToken, trackId: `TR:${trackToken}`, interactions, ...length });
  };

  /** What follows, or something else that a service could be thinking of. */
  const foretell = (isWrong: boolean, hasAddress: boolean): Item => {
    serial += 1;
    const item = itemAt(index + 1, `${generation}/${index + 1}${isWrong ? 'w' : ''}`, hasAddress);
    if (isWrong && item.audioUrl !== null) model.wrong.add(item.audioUrl);
    return item;
  };

  const leave = (): void => {
    model.skipped.add(`${generation}/${index}`);
    index += 1;
  };

  const reportEnd = (
    effect: Extract<Answerable, { type: 'service.advance' }>,
    known: number | null,
  ): void => {
    const end = `${generation}/${effect.index}`;
    // A report that crosses a new source speaks of the old one.
    const isHere = known === generation && effect.sourceId === sourceId && !model.isTakenOver;
    // Who doubts asks first; who knows that it was taken asks only what follows.
    const isBlind = !effect.doubtful && effect.taken !== true;
    if (isHere && isBlind && ends.has(end)) fail(`the end of ${end} was reported twice, blindly`);
    if (!isHere || effect.index !== index) return;
    ends.add(end);
    if (effect.by === 'skip') model.skipped.add(end);
    index += 1;
  };

  const checkReport = (effect: Answerable): void => {
    if (!isReport(effect)) return;
    const isOurs = sourceId === effect.sourceId && !hasMoved;
    if (isOurs && ends.has(`${generation}/${effect.index}`))
      fail(`${effect.type} of ${effect.index} after its end`);
    if (isOurs && effect.index > index) fail(`${effect.type} of ${effect.index} before its turn`);
    if (effect.elapsedS > ITEM_MS / 1_000 - 1) fail(`${effect.type} says ${effect.elapsedS}`);
  };

  const perform = ({ effect, outcome, known }: Call): Event => {
    const { requestId } = effect;
    switch (effect.type) {
      case 'service.getCurrent':
        if (sourceId === null) return failure(requestId, 'noSource');
        // An item without an address is stepped over.
        if (outcome === 'without address') model.skipped.add(`${generation}/${index}`);
        return { type: 'service.itemReceived', requestId, item: itemNow(outcome !== 'without address') };
      case 'service.setSource':
        if (sourceId !== effect.sourceId) {
          hasMoved = true;
          generation += 1;
          index = 0;
        }
        // An episode is set by its id, and answered with its podcast's.
        sourceId = effect.sourceId === 'PE:1' ? PODCAST : effect.sourceId;
        model.isTakenOver = false;
        return {
          type: 'service.sourceSet',
          requestId,
          source: { id: sourceId, type: sourceId.slice(0, 2), name: null },
          item: outcome === 'without address' ? null : itemNow(),
        };
      case 'service.advance':
        if (sourceId === null) return failure(requestId, 'noSource');
        reportEnd(effect, known);
        return {
          type: 'service.advanced',
          requestId,
          item: itemNow(!model.isSparing && outcome !== 'without address'),
        };
      case 'service.peek':
        if (sourceId === null) return failure(requestId, 'noSource');
        if (model.isTakenOver) return { type: 'service.peeked', requestId, item: TAKEN_OVER };
        return {
          type: 'service.peeked',
          requestId,
          item: foretell(outcome === 'wrong preview', !model.isSparing && outcome !== 'without address'),
        };
      case 'service.previous':
      case 'service.replay':
        if (sourceId === null) return failure(requestId, 'noSource');
        if (known === generation && !model.isTakenOver && effect.index === index) leave();
        return effect.type === 'service.replay'
          ? { type: 'service.replayed', requestId, item: itemNow() }
          : { type: 'service.advanced', requestId, item: itemNow() };
      case 'service.setFeedback':
        if (sourceId === null) return failure(requestId, 'noSource');
        if (effect.value === 'DOWN' && effect.targetId === `TR:${generation}/${index}`) leave();
        return { type: 'service.feedbackSet', requestId, item: itemNow() };
      case 'service.reportStarted':
      case 'service.reportPaused':
      case 'service.reportProgress':
        return { type: 'service.progressReported', requestId, item: itemNow() };
    }
  };

  const failure = (requestId: number, code: 'noSource' | 'offline', answerLost = false): Event => ({
    type: 'service.failed',
    requestId,
    failure: createFailure({ code, answerLost }),
  });

  const execute = (call: Call): Event => {
    const { effect, outcome } = call;
    if (call.listener !== listener) fail(`${effect.type} of one listener was asked on another's account`);
    if (model.isDown || outcome === 'refused')
      return failure(effect.requestId, 'offline', isStillInDoubt(effect));
    const answer = perform(call);
    if (outcome !== 'lost') return answer;
    if (answer.type === 'service.sourceSet' && hasMoved) model.isAstray = true;
    return failure(effect.requestId, 'offline', true);
  };

  const model: ServiceModel = {
    outcomes,
    ofEnds,
    skipped: new Set(),
    wrong: new Set(),
    given,
    isDown: false,
    isTakenOver: false,
    isSparing: false,
    get hasSource() {
      return sourceId !== null;
    },
    isAstray: false,
    get generation() {
      return generation;
    },
    get index() {
      return index;
    },
    get serial() {
      return serial;
    },
    changeListener() {
      listener += 1;
      model.forget();
      model.isTakenOver = false;
      model.isAstray = hasMoved = false;
      given.length = 0;
    },
    forget() {
      sourceId = null;
      generation += 1;
      index = 0;
    },
    hangUp() {
      const isUnheard = calls.some(({ answer }) => answer?.type === 'service.sourceSet');
      if (isUnheard && hasMoved) model.isAstray = true;
      calls.length = 0;
      given.length = 0;
    },
    run(effect, nowMs) {
      if (effect.type === 'service.abort') {
        const aborted = calls.findIndex(call => call.effect.requestId === effect.requestId);
        const [call] = aborted < 0 ? [] : calls.splice(aborted, 1);
        if (call?.answer?.type === 'service.sourceSet' && hasMoved) model.isAstray = true;
        return;
      }
      checkReport(effect);
      const ofEnd = effect.type === 'service.advance' ? ofEnds.shift() : undefined;
      const outcome = ofEnd ?? outcomes.shift() ?? 'ok';
      const known = hasMoved ? null : generation;
      const isSlow = model.isSparing && effect.type === 'service.getCurrent';
      const longMs = LONGER[outcome] ?? (isSlow ? SPARING_MS : LATENCY_MS);
      calls.push({
        effect,
        outcome,
        known,
        listener,
        doneAtMs: nowMs + longMs / 2,
        answerAtMs: nowMs + longMs,
        answer: null,
      });
    },
    take(nowMs) {
      const events: Event[] = [];
      for (const call of [...calls]) {
        if (call.answer === null && call.doneAtMs <= nowMs) call.answer = execute(call);
        if (call.answer === null || call.answerAtMs > nowMs) continue;
        calls.splice(calls.indexOf(call), 1);
        if (call.answer.type === 'service.sourceSet') model.isAstray = hasMoved = false;
        given.push(call.answer);
        events.push(call.answer, ...(call.outcome === 'doubled' ? [call.answer] : []));
      }
      return events;
    },
  };
  return model;
}
