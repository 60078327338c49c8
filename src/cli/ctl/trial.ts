import type { ClientSocket, SocketConstructor } from '../../client/connection.js';
import { type ControlClient, createControlClient } from '../../client/control-client.js';
import type { Credential } from '../../client/opening.js';
import type { Hello, Opened } from '../../contract/protocol.js';
import { toSecure } from './url.js';

/** Time limit in milliseconds: before a claim the speaker waits only 10 s for two trials and the claim itself. */
const PATIENCE_MS = 4_000;

/**
 * What came of opening a session over TLS. `opens`: `binding` is the hash of the certificate on which the speaker has
 * proven itself; `refuses`: who has this certificate says that the token is not valid; `fails`: somebody answers, but not
 * the speaker; `absent`: nobody answers TLS.
 */
export type Trial =
  | { readonly outcome: 'opens'; readonly hello: Hello; readonly opened: Opened; readonly binding: string }
  | { readonly outcome: 'refuses'; readonly binding: string }
  | { readonly outcome: 'fails' | 'absent' };

/** Opens a session once, over TLS by a proof of the token, and closes it. */
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
  const client = createControlClient({
    url: toSecure(url),
    name,
    token: () => credential,
    WebSocket: Watched,
  });
  try {
    await settled(client);
    const { hello, opened, phase, error } = client;
    const binding = sockets[0]?.binding;
    if (phase === 'online' && hello !== null && opened !== null && binding !== undefined)
      return { outcome: 'opens', hello, opened, binding };
    if (error?.reason === 'unauthorized' && binding !== undefined) return { outcome: 'refuses', binding };
    return { outcome: error?.reason === 'disconnected' && binding === undefined ? 'absent' : 'fails' };
  } finally {
    client.stop();
  }
}

/** Resolves once the first attempt has ended, or after the time limit. */
function settled(client: ControlClient): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    const forget = client.onChange(() => {
      if (client.phase !== 'connecting') end();
    });
    client.start();
  });
}
