import type { ClientSocket, SocketConstructor } from '../../client/connection.js';
import { createControlClient } from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import type { Credential } from '../../client/opening.js';
import type { Hello, Opened } from '../../protocol.js';

/** Time limit in milliseconds: before a claim the speaker waits only 10 s for two trials and the claim itself. */
const PATIENCE_MS = 4_000;

/**
 * What came of opening a session. `binding`: the hash of the certificate on which the speaker has proven itself; null
 * without TLS, where a host in the middle may have changed all that was said.
 */
export type Trial =
  | {
      readonly outcome: 'opens';
      readonly hello: Hello;
      readonly opened: Opened;
      readonly binding: string | null;
    }
  | { readonly outcome: 'refuses' | 'unknown' };

/** Opens a session once, by a proof of the token, and closes it. */
export async function tryOnce(
  url: string,
  credential: Credential,
  { name, WebSocket }: { readonly name: string; readonly WebSocket: SocketConstructor },
): Promise<Trial> {
  const sockets: ClientSocket[] = [];
  const Watched = class extends WebSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
  };
  const client = createControlClient({ url, name, token: () => credential, WebSocket: Watched });
  client.start();
  try {
    await client.whenOnline(AbortSignal.timeout(PATIENCE_MS));
    const { hello, opened } = client;
    const [{ binding = null } = {}, ...more] = sockets;
    // After a second connection it would not be certain whose certificate this is.
    if (hello === null || opened === null || more.length > 0) return { outcome: 'unknown' };
    return { outcome: 'opens', hello, opened, binding };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { outcome: error.reason === 'unauthorized' ? 'refuses' : 'unknown' };
  } finally {
    client.stop();
  }
}
