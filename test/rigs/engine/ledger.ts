import type { Effect } from '../../../src/core/reconcile/effect.js';
import type { Event } from '../../../src/core/vocabulary/event.js';

/** What core has asked of the outside, kept apart from core's own books. */
export interface EffectLedger {
  /** Whether an answer to this question is awaited. */
  isOpen(question: number): boolean;
  /** To be told every event before its effects. `open`: the questions that core believes to be open. */
  note(event: Event, effects: readonly Effect[], open: readonly number[]): void;
}

/**
 * Tells `fail` of an effect that names what is not there: a question given up that is not open, an id given twice, a
 * load that the player was never handed or has lost; and of a question that core has forgotten, or does not know to be over.
 */
export function createEffectLedger(fail: (message: string) => void): EffectLedger {
  const questions = new Set<number>();
  let lastId = 0;
  let appended: number | null = null;

  function give(what: string, id: number): void {
    if (id <= lastId) fail(`${what} bears the id ${id}, which was given before`);
    lastId = Math.max(lastId, id);
  }

  function take(effect: Effect): void {
    if (effect.type === 'service.abort') {
      if (!questions.delete(effect.question)) fail(`question ${effect.question} is given up, and not open`);
    } else if (effect.type === 'service.ask') {
      give(effect.type, effect.question);
      questions.add(effect.question);
    } else if (effect.type === 'player.load') {
      give(effect.type, effect.loadId);
      appended = effect.mode === 'append' ? effect.loadId : null;
    } else if (effect.type === 'player.next') {
      if (effect.loadId !== appended) fail(`load ${effect.loadId} is to sound, and not there`);
    } else if (effect.type === 'player.unload' || effect.type === 'player.dropAppended') appended = null;
  }

  return {
    isOpen: question => questions.has(question),
    note(event, effects, open) {
      if ('question' in event) questions.delete(event.question);
      if (event.type === 'player.died') appended = null;
      for (const effect of effects) take(effect);
      const isAgreed = open.length === questions.size && open.every(id => questions.has(id));
      if (!isAgreed) fail(`open are ${[...questions].join()}, and core believes ${open.join()}`);
    },
  };
}
