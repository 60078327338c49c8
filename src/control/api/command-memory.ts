import type { Meter } from '../../lib/meter.js';
import type { Outcome } from '../json-rpc.js';

/** How long the first outcome of a command is remembered, milliseconds (contract, section 4, `commandId`). */
const KEPT_MS = 60_000;

type KeptAnswer = Outcome | Promise<Outcome>;

/** What is remembered of a client, oldest first. */
type ClientAnswers = Map<string, { readonly answer: KeptAnswer; readonly atMs: number }>;

export type CommandMemory = ReturnType<typeof createCommandMemory>;

/**
 * Remembers the outcomes of commands, so that a repeated command is not carried out again. `steadyMs`: a clock that never
 * jumps, milliseconds.
 */
export function createCommandMemory(meter: Meter<'commandIds'>, steadyMs: () => number) {
  const clients = new Map<string, ClientAnswers>();

  function forgetOldest(client: string, commands: ClientAnswers): void {
    const [oldest] = commands.keys();
    if (oldest === undefined) return;
    commands.delete(oldest);
    meter.leave('commandIds', client);
    if (commands.size === 0) clients.delete(client);
  }

  function forgetOld(nowMs: number): void {
    for (const [client, commands] of clients)
      for (const { atMs } of commands.values()) {
        if (nowMs - atMs <= KEPT_MS) break;
        forgetOldest(client, commands);
      }
  }

  return {
    /** Returns the first outcome of this command, pending or not; otherwise that of `perform`. Never throws. */
    remember(
      { client, commandId }: { readonly client: string; readonly commandId: string },
      perform: () => KeptAnswer,
    ): KeptAnswer {
      const nowMs = steadyMs();
      forgetOld(nowMs);
      const first = clients.get(client)?.get(commandId);
      if (first !== undefined) return first.answer;
      const answer = perform();
      const commands = clients.get(client) ?? (new Map() as ClientAnswers);
      if (meter.waitMs('commandIds', client) > 0) forgetOldest(client, commands);
      meter.note('commandIds', client);
      commands.set(commandId, { answer, atMs: nowMs });
      clients.set(client, commands);
      return answer;
    },
  };
}
