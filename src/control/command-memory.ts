import { createFullest } from './fullest.js';
import type { Outcome } from './json-rpc.js';

/** So long the first outcome of a command is remembered (contract, section 4, `commandId`). */
const KEPT_MS = 60_000;
/** So often those of clients that do not call are looked through. */
const SWEEP_MS = 1_000;

type Answer = Outcome | Promise<Outcome>;

/** Remembers what came of commands, so that one that is sent again is not done again. */
export interface CommandMemory {
  /** The first outcome of this command, also while that is still to come; else that of `perform`. Never throws. */
  remember(command: { readonly client: string; readonly commandId: string }, perform: () => Answer): Answer;
}

interface Client {
  readonly answers: Map<string, Answer>;
  /** Oldest first. Arrays of this length are shifted in no time; the first key of a map is looked for. */
  readonly order: { readonly id: string; readonly atMs: number }[];
}

export interface CommandMemoryOptions {
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
  /** So many are remembered, of all clients together. */
  readonly commandIds: number;
}

export function createCommandMemory({ steadyMs, commandIds }: CommandMemoryOptions): CommandMemory {
  const clients = new Map<string, Client>();
  const fullest = createFullest<string>();
  let kept = 0;
  let sweptMs = steadyMs();

  function forgetOldest(name: string, { answers, order }: Client): void {
    const oldest = order.shift();
    if (oldest === undefined) return;
    answers.delete(oldest.id);
    if (order.length === 0) clients.delete(name);
    fullest.remove(name);
    kept -= 1;
  }

  function forgetOld(name: string, client: Client, nowMs: number): void {
    for (let [oldest] = client.order; oldest !== undefined; [oldest] = client.order) {
      if (nowMs - oldest.atMs <= KEPT_MS) return;
      forgetOldest(name, client);
    }
  }

  function sweep(nowMs: number): void {
    if (nowMs - sweptMs < SWEEP_MS) return;
    sweptMs = nowMs;
    for (const [name, client] of clients) forgetOld(name, client, nowMs);
  }

  /** Of the client that holds most: whoever floods loses its own. */
  function makeRoom(): void {
    const name = fullest.current();
    const client = name === undefined ? undefined : clients.get(name);
    if (name !== undefined && client !== undefined) forgetOldest(name, client);
  }

  return {
    remember({ client: name, commandId }, perform) {
      const nowMs = steadyMs();
      sweep(nowMs);
      const known = clients.get(name);
      if (known !== undefined) forgetOld(name, known, nowMs);
      const first = known?.answers.get(commandId);
      if (first !== undefined) return first;
      const answer = perform();
      if (kept >= commandIds) makeRoom();
      const client = clients.get(name) ?? { answers: new Map<string, Answer>(), order: [] };
      clients.set(name, client);
      client.answers.set(commandId, answer);
      client.order.push({ id: commandId, atMs: nowMs });
      fullest.add(name);
      kept += 1;
      return answer;
    },
  };
}
