import Type from 'typebox';
import type { Access } from '../access.js';
import { toCaller, toLocalCaller } from '../caller.js';
import type { DefineMethod, Method } from '../method.js';
import { invalidParams, invalidRequest, RpcError, unauthorized } from '../rpc-error.js';
import { name } from '../schemas.js';

/** Versions of the control protocol that are spoken here. */
export const PROTOCOL = { min: 1, max: 1 } as const;

export function sessionMethods(define: DefineMethod, access: Access): Method[] {
  const open = define({
    name: 'session.open',
    doc:
      'Opens the session. With a control token, unless `server.hello` says that none is needed; `client.name` is ' +
      'what others are told of who did something, where the token has no name of its own.',
    access: 'anyone',
    needsSession: true,
    params: Type.Object({
      protocol: Type.Integer(),
      client: Type.Object({ name }),
      token: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    result: Type.Object({ protocol: Type.Integer() }),
    examples: [
      {
        params: { protocol: 1, client: { name: "Ada's phone" }, token: 'a-fixed-token-of-the-owner' },
        result: { protocol: 1 },
      },
    ],
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
  });
  return [
    {
      ...open,
      call(params, context) {
        // A client of another version may say all the rest in another way.
        refuseForeignProtocol(params);
        return open.call(params, context);
      },
    },
  ];
}

function refuseForeignProtocol(params: unknown): void {
  const { protocol } = (params ?? {}) as { readonly protocol?: unknown };
  if (typeof protocol !== 'number' || !Number.isInteger(protocol)) return;
  if (protocol >= PROTOCOL.min && protocol <= PROTOCOL.max) return;
  throw new RpcError(invalidParams('protocol', `must be from ${PROTOCOL.min} to ${PROTOCOL.max}`, PROTOCOL));
}
