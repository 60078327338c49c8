import { PROTOCOL } from '../../protocol.js';
import type { Access } from '../access.js';
import { toCaller, toLocalCaller } from '../caller.js';
import type { Rows } from '../method.js';
import { invalidParams, invalidRequest, RpcError, unauthorized } from '../rpc-error.js';

export function sessionMethods(access: Access): Rows<'session'> {
  return {
    'session.open': {
      doc:
        'Opens the session. With a control token, unless `server.hello` says that none is needed; `client.name` is ' +
        'what others are told of who did something, where the token has no name of its own.',
      examples: [
        {
          params: { protocol: 1, client: { name: "Ada's phone" }, token: 'a-fixed-token-of-the-owner' },
          result: { protocol: 1 },
        },
      ],
      // A client of another version may say all the rest in another way.
      judge: refuseForeignProtocol,
      call({ protocol, client, token }, { session, peer }) {
        if (session?.isOpen === true) throw new RpcError(invalidRequest('this session is open already'));
        if (session?.isLocal === true || peer === null) {
          session?.open(toLocalCaller(client.name));
          return { protocol };
        }
        const admitted = token === undefined ? null : access.check(token, peer);
        if (admitted === null && token !== undefined) session?.noteWrongToken();
        if (admitted === null && access.mode === 'paired') {
          throw new RpcError(unauthorized(token === undefined ? 'a control token is needed' : 'wrong token'));
        }
        session?.open(toCaller(admitted, client.name));
        return { protocol };
      },
    },
  };
}

function refuseForeignProtocol(params: unknown): void {
  const { protocol } = (params ?? {}) as { readonly protocol?: unknown };
  if (typeof protocol !== 'number' || !Number.isInteger(protocol)) return;
  if (protocol >= PROTOCOL.min && protocol <= PROTOCOL.max) return;
  throw new RpcError(invalidParams('protocol', `must be from ${PROTOCOL.min} to ${PROTOCOL.max}`, PROTOCOL));
}
