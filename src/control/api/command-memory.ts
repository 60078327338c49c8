import type { Outcome } from '../json-rpc.js';

/** How long the first outcome of a command is remembered, milliseconds (contract, section 4, `commandId`). */
const KEPT_MS = 60_000;
/** How often the memory of clients that do not call is swept, milliseconds. */
const SWEEP_MS = 1_000;

type KeptAnswer = Outcome | Promise<Outcome>;

/** Remembers the outcomes of commands, so that a repeated command is not carried out again. */
export interface CommandMemory {
  /** Returns the first outcome of this command, pending or not; otherwise that of `perform`. Never throws. */
  remember(
    command: { readonly client: string; readonly commandId: string },
    perform: () => KeptAnswer,
  ): KeptAnswer;
}

interface ClientAnswers {
  readonly answers: Map<string, KeptAnswer>;
  /** Oldest first. An array this short is shifted quickly, while finding the first key of a map takes longer. */
  readonly order: { readonly id: string; readonly atMs: number }[];
}

export interface CommandMemoryOptions {
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
  /** How many commands are remembered, of one client and of all together; beyond either, the client's oldest goes. */
  readonly commandIdsOfClient: number;
  readonly commandIds: number;
}

export function createCommandMemory(options: CommandMemoryOptions): CommandMemory {
  const { steadyMs, commandIdsOfClient, commandIds } = options;
  const clients = new Map<string, ClientAnswers>();
  let kept = 0;
  let sweptMs = steadyMs();

  function forgetOldest(name: string, { answers, order }: ClientAnswers): void {
    const oldest = order.shift();
    if (oldest === undefined) return;
    answers.delete(oldest.id);
    if (order.length === 0) clients.delete(name);
    kept -= 1;
  }

  function forgetOld(name: string, client: ClientAnswers, nowMs: number): void {
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

  return {
    remember({ client: name, commandId }, perform) {
      const nowMs = steadyMs();
      sweep(nowMs);
      const known = clients.get(name);
      if (known !== undefined) forgetOld(name, known, nowMs);
      const first = known?.answers.get(commandId);
      if (first !== undefined) return first;
      const answer = perform();
      const client = clients.get(name) ?? { answers: new Map<string, KeptAnswer>(), order: [] };
      if (client.order.length >= commandIdsOfClient || kept >= commandIds) forgetOldest(name, client);
      clients.set(name, client);
      client.answers.set(commandId, answer);
      client.order.push({ id: commandId, atMs: nowMs });
      kept += 1;
      return answer;
    },
  };
}
