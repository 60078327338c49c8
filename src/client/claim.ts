import { LIMITS } from '../core/vocabulary/limits.js';
import { toInviteCode } from '../core/vocabulary/invite-code.js';
import { SpeakerConnection, type SocketConstructor } from './connection.js';
import { ControlError } from './control-error.js';
import { claimAnswerOf, claimedTokenOf, claimProofOf, isNonce, linkNameOf } from '../contract/proof.js';
import type { Hello, Role } from '../contract/protocol.js';
import { createRegreeted, createUnproven, parseGreeting, toHandshake } from './opening.js';

/** Time limit for the speaker's greeting, and again for its answer; milliseconds. */
const PATIENCE_MS = LIMITS.answer + 5_000;

export interface ClaimOptions {
  /** The `ws:` or `wss:` address of `/control`. */
  readonly url: string;
  /** Six digits, the secret of a link, or a whole link. */
  readonly code: string;
  /** The name under which the speaker lists this client, 1 to 64 characters. */
  readonly name: string;
  readonly WebSocket: SocketConstructor;
  /** The id of the speaker that is meant: another is shown nothing. */
  readonly deviceUuid?: string | undefined;
}

/** The result of a claimed invitation. */
export interface Claimed {
  readonly hello: Hello;
  /**
   * The id of the speaker that issued the token. A client that passes it on opening proves the token to no other
   * speaker.
   */
  readonly deviceUuid: string;
  readonly token: string;
  /** The id of this client in `access.list`. */
  readonly id: string;
  readonly role: Role;
  /** Whether the claim went over TLS. A client that passes it on opening uses the token over TLS only. */
  readonly isOverTls: boolean;
}

/**
 * Claims an invitation (contract, section 4, `access.claim`) over a connection of its own and resolves with the control
 * token. With a link, neither its secret nor the token crosses the wire; with six digits, both the digits and the token
 * do. Rejects with a `ControlError`: `unauthorized` if the code is not valid, `unproven` if the peer does not know the
 * secret of the link, `incompatible` if it speaks other protocol versions, `rateLimited`, or `disconnected` or
 * `timedOut` if the speaker cannot be reached.
 */
export function claimInvitation({ url, code, name, WebSocket, deviceUuid }: ClaimOptions): Promise<Claimed> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ControlError('timedOut', 'The speaker did not respond.'));
      connection.close();
    }, PATIENCE_MS);
    let isGreeted = false;
    const ask = async (params: unknown): Promise<Claimed> => {
      const hello = parseGreeting(params);
      if (deviceUuid !== undefined && deviceUuid !== hello.deviceUuid) throw createUnproven();
      const given = toInviteCode(code);
      const claimed = /^\d{6}$/.test(given)
        ? claimByDigits(connection, { hello, code: given, name })
        : claimByLink(connection, { hello, secret: given, name });
      return { ...(await claimed), isOverTls: /^wss:/i.test(url) };
    };
    const connection = new SpeakerConnection({
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

type Answered = Omit<Claimed, 'isOverTls'>;

interface Claim {
  readonly hello: Hello;
  readonly name: string;
}

async function claimByDigits(
  connection: SpeakerConnection,
  { hello, code, name }: Claim & { readonly code: string },
): Promise<Answered> {
  const claimed = await connection.call('access.claim', { code, name }, PATIENCE_MS);
  const { deviceUuid } = hello;
  if ('token' in claimed) return { hello, deviceUuid, ...claimed };
  throw new ControlError('malformed', 'The answer holds no token.');
}

async function claimByLink(
  connection: SpeakerConnection,
  { hello, secret, name }: Claim & { readonly secret: string },
): Promise<Answered> {
  if (secret === '') throw new ControlError('invalidParams', 'This is not an invitation.');
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
