import type { CallOutcome, OwnSession } from '../../contract/inner-ports.js';
import type { ConnectionEvents } from './connection.js';
import { unauthorized } from '../rpc-error.js';
import type { Sessions } from './sessions.js';

const ENDED = { error: unauthorized('the session has ended') };

/**
 * Enters these sessions from inside the process, without a socket. `peer`: whom the session is for; null: a part of the
 * agent, or a program on the device.
 */
export function enterSessions(sessions: Sessions, peer: string | null, onClosed: () => void): OwnSession {
  const waiting = new Map<unknown, (outcome: CallOutcome) => void>();
  let events: ConnectionEvents | null = null;
  let asked = 0;

  function leave(): void {
    const left = events;
    events = null;
    if (left === null) return;
    left.onLeaving();
    left.onGone();
    for (const settle of waiting.values()) settle(ENDED);
    onClosed();
  }

  sessions.accept({ peer }, given => {
    events = given;
    return {
      send(frame) {
        const { id, ...outcome } = JSON.parse(frame.toString()) as { id?: number } & CallOutcome;
        waiting.get(id)?.(outcome);
        waiting.delete(id);
      },
      close: leave,
      cut: leave,
      // A program's next line is read only after this one's answer, and the kernel notices a dead peer.
      rest: () => undefined,
      ping: () => undefined,
    };
  });

  return {
    call: (method, params) =>
      new Promise(resolve => {
        if (events === null) {
          resolve(ENDED);
          return;
        }
        asked += 1;
        waiting.set(asked, resolve);
        events.receive(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: asked, method, params })));
      }),
    leave,
  };
}

/** Opens the session under a name, which those who look at the speaker see as the cause of a change. */
export function openSession(
  session: OwnSession,
  name: string,
  shown: { readonly token?: string } = {},
): Promise<CallOutcome> {
  return session.call('session.open', { protocol: 1, client: { name }, ...shown });
}

/** Opens an owner's session for a part of the agent. */
export async function openOwnSession(sessions: Sessions, name: string): Promise<OwnSession> {
  const session = enterSessions(sessions, null, () => undefined);
  await openSession(session, name);
  return session;
}
