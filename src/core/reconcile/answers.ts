import type { By } from '../../contract/command.js';
import { withoutAnswered } from '../facts/queue.js';
import type { State } from '../model/state.js';
import type { Effect } from './effect.js';

/** Answers the listeners whose commands are done or refused, exactly once. */
export function reconcileAnswers(state: State): {
  readonly state: State;
  readonly effects: readonly Effect[];
  readonly cause: By | null;
} {
  const effects: Effect[] = [];
  let cause: By | null = null;
  for (const { ref, progress, cause: by } of state.queue) {
    if (progress.at !== 'answered') continue;
    const { refusal } = progress;
    effects.push(
      refusal === null ? { type: 'command.resolve', ref } : { type: 'command.reject', ref, refusal },
    );
    cause = by;
  }
  if (effects.length === 0) return { state, effects, cause };
  return { state: withoutAnswered(state), effects, cause };
}
