import type { Outcome } from './json-rpc.js';

/** So long the first outcome of a command is remembered (contract, section 4, `commandId`). */
const KEPT_MS = 60_000;
/** More than a client can send in that time, so nothing it may rely on is ever dropped. */
const KEPT_OF_ONE = 4_096;
const KEPT_CLIENTS = 256;

type Answer = Outcome | Promise<Outcome>;

/** Remembers what came of commands, so that one that is sent again is not done again. */
export interface CommandMemory {
  /** The first outcome of this command, also while that is still to come; else that of `perform`. Never throws. */
  once(command: { readonly client: string; readonly commandId: string }, perform: () => Answer): Answer;
}

interface Remembered {
  readonly atMs: number;
  readonly answer: Answer;
}

/** `steadyMs` is a clock that never jumps. */
export function createCommandMemory(steadyMs: () => number): CommandMemory {
  // Both maps are in order of time, the oldest first.
  const clients = new Map<string, Map<string, Remembered>>();

  function rememberedOf(client: string): Map<string, Remembered> {
    const known = clients.get(client) ?? new Map<string, Remembered>();
    clients.delete(client);
    clients.set(client, known);
    dropOldest(clients, KEPT_CLIENTS);
    return known;
  }

  return {
    once({ client, commandId }, perform) {
      const nowMs = steadyMs();
      const known = rememberedOf(client);
      for (const [id, { atMs }] of known) {
        if (nowMs - atMs <= KEPT_MS) break;
        known.delete(id);
      }
      const first = known.get(commandId);
      if (first !== undefined) return first.answer;
      const answer = perform();
      known.set(commandId, { atMs: nowMs, answer });
      dropOldest(known, KEPT_OF_ONE);
      return answer;
    },
  };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
