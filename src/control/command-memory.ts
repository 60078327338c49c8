import { createFullest } from './fullest.js';
import type { Outcome } from './json-rpc.js';

/** How long the first outcome of a command is remembered, milliseconds (contract, section 4, `commandId`). */
const KEPT_MS = 60_000;
/** How often the memory of clients that do not call is swept, milliseconds. */
const SWEEP_MS = 1_000;

type Answer = Outcome | Promise<Outcome>;

/** Remembers the outcomes of commands, so that a repeated command is not carried out again. */
export interface CommandMemory {
  /** Returns the first outcome of this command, pending or not; otherwise that of `perform`. Never throws. */
  remember(command: { readonly client: string; readonly commandId: string }, perform: () => Answer): Answer;
}

interface Client {
  readonly answers: Map<string, Answer>;
  /** Oldest first. An array this short is shifted quickly, while finding the first key of a map takes longer. */
  readonly order: { readonly id: string; readonly atMs: number }[];
}

export interface CommandMemoryOptions {
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
  /** The number of commands remembered, of all clients together. */
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

  /** Forgets a command of the client that holds most, so that a flooding client loses its own. */
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
