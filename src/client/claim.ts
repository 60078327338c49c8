import { LIMITS } from '../core/limits.js';
import { toInviteCode } from '../core/invite-code.js';
import { type Connection, openConnection, type SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import { claimAnswerOf, claimedTokenOf, claimProofOf, isNonce, linkNameOf } from '../proof.js';
import type { Hello, Role } from '../protocol.js';
import { createRegreeted, createUnproven, parseGreeting, toHandshake } from './opening.js';

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
  /**
   * Told who answers, before the invitation is shown to him: where it rejects, so does the claim, and the invitation is good
   * still. The speaker waits for 10 s.
   */
  readonly judge?: (hello: Hello) => Promise<void>;
}

/** What a claimed invitation is worth. */
export interface Claimed {
  readonly hello: Hello;
  /** Of the speaker that gave it out: with it, nobody else is shown a proof of the token. */
  readonly deviceUuid: string;
  readonly token: string;
  /** The client's in `access.list`. */
  readonly id: string;
  readonly role: Role;
}

/**
 * Takes up an invitation (contract, section 4, `access.claim`) over a connection of its own and resolves with the
 * control token. By a link neither its secret nor the token crosses the wire; six digits do, and so does the token that they
 * are worth. Rejects with a `ControlError`: `unauthorized` where the code admits nobody, `unproven` where who answers does not
 * know the link, `incompatible` where it is of other versions, `rateLimited`, or `disconnected` and `timedOut` where the
 * speaker cannot be reached.
 */
export function claimInvitation({ url, code, name, WebSocket, judge }: ClaimOptions): Promise<Claimed> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ControlError('timedOut', 'The speaker said nothing.'));
      connection.close();
    }, PATIENCE_MS);
    let isGreeted = false;
    const ask = async (params: unknown): Promise<Claimed> => {
      const hello = parseGreeting(params);
      await judge?.(hello);
      const given = toInviteCode(code);
      return /^\d{6}$/.test(given)
        ? claimByDigits(connection, { hello, code: given, name })
        : claimByLink(connection, { hello, secret: given, name });
    };
    const connection = openConnection({
      WebSocket,
      url,
      onNotification: (method, params) => {
        if (method !== 'server.hello') return;
        clearTimeout(timer);
        if (isGreeted) {
          const second = createRegreeted();
          reject(second);
          throw second;
        }
        isGreeted = true;
        ask(params)
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

interface Claim {
  readonly hello: Hello;
  readonly name: string;
}

async function claimByDigits(
  connection: Connection,
  { hello, code, name }: Claim & { readonly code: string },
): Promise<Claimed> {
  const claimed = await connection.call('access.claim', { code, name }, PATIENCE_MS);
  const { deviceUuid } = hello;
  if ('token' in claimed) return { hello, deviceUuid, ...claimed };
  throw new ControlError('malformed', 'The answer holds no token.');
}

async function claimByLink(
  connection: Connection,
  { hello, secret, name }: Claim & { readonly secret: string },
): Promise<Claimed> {
  if (secret === '') throw new ControlError('invalidParams', 'This is no invitation.');
  const handshake = toHandshake(hello, connection.binding);
  const { clientNonce } = handshake;
  const shown = { link: linkNameOf(secret), nonce: clientNonce, proof: claimProofOf(secret, handshake) };
  const claimed = await connection.call('access.claim', { ...shown, name }, PATIENCE_MS);
  const isProven =
    'proof' in claimed &&
    isNonce(claimed.nonce) &&
    claimed.proof === claimAnswerOf(secret, handshake, claimed.nonce);
  if (!isProven) throw createUnproven();
  const { id, role, nonce } = claimed;
  const { deviceUuid } = hello;
  return { hello, deviceUuid, token: claimedTokenOf(secret, clientNonce, nonce), id, role };
}
