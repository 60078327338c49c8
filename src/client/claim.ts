import { LIMITS } from '../core/limits.js';
import { toInviteCode } from '../core/invite-code.js';
import { openConnection, type SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import { HELLO, type Hello, type Role } from '../protocol.js';
import { readerOf } from './shape.js';

/** How long the speaker has for its greeting and for its answer, each; milliseconds. */
const PATIENCE_MS = LIMITS.answer + 5_000;

export interface ClaimOptions {
  /** ws or wss address of `/control`. */
  readonly url: string;
  /** Six digits, the secret of a link, or a whole link. */
  readonly code: string;
  /** Under which the speaker lists this client, 1 to 64 characters. */
  readonly name: string;
  readonly WebSocket: SocketConstructor;
}

/** What a claimed invitation is worth. */
export interface Claimed {
  readonly hello: Hello;
  readonly token: string;
  /** The client's in `access.list`. */
  readonly id: string;
  readonly role: Role;
}

/**
 * Takes up an invitation (contract, section 4, `access.claim`) over a connection of its own and resolves with the
 * control token. Rejects with a `ControlError`: `unauthorized` where the code admits nobody, `rateLimited`, or
 * `disconnected` and `timedOut` where the speaker cannot be reached.
 */
export function claimInvitation({ url, code, name, WebSocket }: ClaimOptions): Promise<Claimed> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ControlError('timedOut', 'The speaker said nothing.'));
      connection.close();
    }, PATIENCE_MS);
    const ask = async (hello: Hello): Promise<Claimed> => {
      const params = { code: toInviteCode(code), name };
      return { hello, ...(await connection.call('access.claim', params, PATIENCE_MS)) };
    };
    const connection = openConnection({
      WebSocket,
      url,
      onNotification: (method, params) => {
        if (method !== 'server.hello') return;
        clearTimeout(timer);
        ask(readerOf(HELLO)(params, 'hello'))
          .then(resolve, reject)
          .finally(() => connection.close());
      },
      onClose: () => {
        clearTimeout(timer);
        reject(new ControlError('disconnected', 'The speaker cannot be reached.'));
      },
    });
  });
}
