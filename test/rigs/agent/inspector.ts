/** The inspector of a running agent, started with `--inspect=127.0.0.1:0`: from outside it can make its loop stand still. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { WebSocket } from 'ws';
import type { AgentProcess } from './process.js';

export interface Inspector {
  /** Keeps the loop busy for so long; resolves when it turns again. */
  hang(ms: number): Promise<void>;
}

export async function openInspector(t: Test, agent: AgentProcess): Promise<Inspector> {
  let address: string | undefined;
  while (address === undefined) {
    address = /ws:\/\/\S+/.exec(agent.stderr)?.[0];
    if (address === undefined) await sleep(20);
  }
  const socket = new WebSocket(address);
  socket.on('error', () => undefined);
  t.teardown(() => socket.terminate());
  await once(socket, 'open');
  return {
    async hang(ms) {
      const expression = `for (const end = Date.now() + ${ms}; Date.now() < end; );`;
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
      await once(socket, 'message');
    },
  };
}
