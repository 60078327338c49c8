import type { Effect } from '../core/reconcile/effect.js';
import { LIMITS } from '../core/vocabulary/limits.js';
import { REFUSALS } from '../core/vocabulary/refusals.js';
import type { Refusal } from '../contract/command.js';
import { RefusedError } from '../contract/errors.js';

type CommandEffect = Extract<Effect, { readonly type: 'command.resolve' | 'command.reject' }>;

interface PendingCommand {
  readonly resolve: (outcome: { revision: number }) => void;
  readonly reject: (error: RefusedError) => void;
  readonly limit: NodeJS.Timeout;
}

/**
 * The callers that wait for their commands. Each is answered once: by the core, or with `offline` when the limit has
 * passed.
 */
export class Callers {
  readonly #waiting = new Map<number, PendingCommand>();
  #lastRef = 0;

  /** Registers a caller. `begin` passes the command on; `expire` reports that the caller was told `offline`. */
  wait(begin: (ref: number) => void, expire: (ref: number) => void): Promise<{ revision: number }> {
    this.#lastRef += 1;
    const ref = this.#lastRef;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#take(ref)?.reject(new RefusedError(REFUSALS.offline));
        expire(ref);
      }, LIMITS.command);
      this.#waiting.set(ref, { resolve, reject, limit });
      begin(ref);
    });
  }

  /** Answers a caller. `revision`: the revision of the state in which the command has taken effect. */
  answer(outcome: CommandEffect, revision: number): void {
    const caller = this.#take(outcome.ref);
    if (outcome.type === 'command.resolve') caller?.resolve({ revision });
    else caller?.reject(new RefusedError(outcome.refusal));
  }

  /** Refuses a command before the core has decided: what the core decides later reaches no caller. */
  refuse(ref: number, refusal: Refusal): void {
    this.#take(ref)?.reject(new RefusedError(refusal));
  }

  stop(): void {
    for (const ref of [...this.#waiting.keys()]) this.#take(ref)?.reject(new RefusedError(REFUSALS.offline));
  }

  #take(ref: number): PendingCommand | undefined {
    const caller = this.#waiting.get(ref);
    clearTimeout(caller?.limit);
    this.#waiting.delete(ref);
    return caller;
  }
}
