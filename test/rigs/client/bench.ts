/** A control client over a real socket to a speaker that plays nothing. */
import type { Credential } from '../../../src/client/opening.js';
import type { Test } from 'tap';
import { type ControlClient, createControlClient } from '../../../src/client/control-client.js';
import { loadNodeSocket } from '../../../src/client/node-socket.js';
import { type FakeSpeaker, startFakeSpeaker } from '../../fakes/speaker/server.js';

const WebSocket = await loadNodeSocket();

export interface Bench {
  readonly speaker: FakeSpeaker;
  readonly client: ControlClient;
  /** The steady clock of the client, set by hand. */
  readonly clock: { ms: number };
  /** Resolves as soon as `holds` does, looked at after every change. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

/** What the promise was rejected with; null when it was not. */
export function faultOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

export async function bench(
  t: Test,
  token: () => string | Credential | null = () => 'good-token',
): Promise<Bench> {
  const speaker = await startFakeSpeaker();
  const clock = { ms: 0 };
  const client = createControlClient({
    url: speaker.url,
    name: 'test',
    token,
    WebSocket,
    steadyMs: () => clock.ms,
    random: () => 0,
  });
  t.teardown(async () => {
    client.stop();
    await speaker.stop();
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise(resolve => {
      const look = (): void => {
        if (!holds()) return;
        end();
        resolve();
      };
      const end = client.onChange(look);
      look();
    });
  return { speaker, client, clock, until };
}
