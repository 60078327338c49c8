import type { By, Cause } from '../contract/command.js';
import { toPublicState } from '../core/projections.js';
import type { PublicState } from '../contract/public-state.js';
import type { State } from '../core/model/state.js';
import type { Clock } from '../contract/ports.js';
import type { Snapshot, StateChange } from '../contract/protocol.js';

/** Each process starts at a random revision in this range, so that a revision of an earlier process never matches. */
const FIRST_REVISION = { least: 2 ** 32, most: 2 ** 52 };

export interface Publisher {
  readonly revision: number;
  snapshot(): Snapshot;
  /** Notifies the observers of the changed members of the public state; does nothing if none changed. */
  publish(state: State, by: By | undefined): void;
  observe(listener: (change: StateChange) => void): () => void;
}

/** Keeps the published state in step with the state: one revision per change, each changed member in full. */
export function createPublisher(options: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly state: State;
}): Publisher {
  const { clock, random } = options;
  const { least, most } = FIRST_REVISION;
  const listeners = new Set<(change: StateChange) => void>();
  let revision = least + Math.floor(random() * (most - least));
  let shown = toPublicState(options.state);

  return {
    get revision() {
      return revision;
    },
    snapshot: () => ({ revision, nowMs: clock.epochMs(), state: shown }),
    publish(state, by) {
      const next = toPublicState(state);
      const changes = changesBetween(shown, next);
      if (changes === null) return;
      shown = { ...shown, ...changes };
      revision += 1;
      const change = { revision, nowMs: clock.epochMs(), changes, ...(by && { cause: toShown(by) }) };
      for (const listener of [...listeners]) listener(change);
    },
    observe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function toShown({ client, method, commandId }: By): Cause {
  return { client, method, ...(commandId !== undefined && { commandId }) };
}

function changesBetween(before: PublicState, after: PublicState): Partial<PublicState> | null {
  const keys = Object.keys(after) as (keyof PublicState)[];
  const changed = keys.filter(key => !isEqual(before[key], after[key]));
  return changed.length === 0 ? null : Object.fromEntries(changed.map(key => [key, after[key]]));
}

/** Structural equality of plain data. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(key => key in b && isEqual(a[key as keyof typeof a], b[key as keyof typeof b]));
}
