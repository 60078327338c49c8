import type { PublicState } from '../../src/core/public-state.js';
import type { State } from '../../src/core/state.js';
import { createPublisher } from '../../src/engine/publish.js';
import { toPublicState } from '../../src/core/projections.js';

/** Publishes like the engine, and keeps the state by the changes alone, like a phone. */
export interface Follower {
  /** What a phone knows by now. */
  readonly known: PublicState;
  publish(state: State): void;
}

/** `fail` is told of a revision left out, of a change that changes nothing, and of what a phone would not know. */
export function createFollower(state: State, nowMs: () => number, fail: (message: string) => void): Follower {
  const clock = { steadyMs: nowMs, epochMs: nowMs };
  const publisher = createPublisher({ clock, random: () => 0, state });
  let { revision, state: known } = publisher.snapshot();
  publisher.observe(change => {
    if (change.revision !== revision + 1) fail(`${revision} was followed by ${change.revision}`);
    if (Object.keys(change.changes).length === 0) fail(`${change.revision} changes nothing`);
    ({ revision } = change);
    known = { ...known, ...change.changes };
  });
  return {
    get known() {
      return known;
    },
    publish(next) {
      publisher.publish(next, undefined);
      const isKnown = JSON.stringify(known) === JSON.stringify(toPublicState(next));
      if (!isKnown) fail(`a phone knows ${JSON.stringify(known)}`);
    },
  };
}
