import Type from 'typebox';
import type { Access } from '../access.js';
import type { DefineMethod, Method } from '../method.js';
import { invalidParams, invalidRequest, RpcError, unauthorized } from '../rpc-error.js';
import { name } from '../schemas.js';

/** Versions of the control protocol that are spoken here. */
export const PROTOCOL = { min: 1, max: 1 } as const;

export function sessionMethods(define: DefineMethod, access: Access): Method[] {
  return [
    define({
      name: 'session.open',
      doc: 'Opens the session; with a control token unless the device says it needs none.',
      access: 'anyone',
      needsSession: true,
      params: Type.Object({
        protocol: Type.Integer(),
        client: Type.Object({ name }),
        token: Type.Optional(Type.String({ maxLength: 4096 })),
      }),
      result: Type.Object({ protocol: Type.Integer() }),
      call({ protocol, client, token }, { session, caller }) {
        if (caller !== null) throw new RpcError(invalidRequest('this session is open already'));
        if (protocol < PROTOCOL.min || protocol > PROTOCOL.max) {
          const range = `must be from ${PROTOCOL.min} to ${PROTOCOL.max}`;
          throw new RpcError(invalidParams('protocol', range, PROTOCOL));
        }
        const admitted = token === undefined ? null : access.check(token);
        if (admitted === null && access.mode === 'paired') {
          throw new RpcError(unauthorized(token === undefined ? 'a control token is needed' : 'wrong token'));
        }
        session?.open({
          clientId: admitted?.id ?? null,
          name: admitted?.name ?? client.name,
          hasToken: admitted !== null,
        });
        return { protocol };
      },
    }),
  ];
}
