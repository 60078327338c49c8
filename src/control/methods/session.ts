import { type Opened, PROTOCOL } from '../../protocol.js';
import type { Access, Admitted } from '../access.js';
import { type Caller, toCaller, toLocalCaller } from '../caller.js';
import type { Rows } from '../method.js';
import { invalidParams, invalidRequest, RpcError, unauthorized } from '../rpc-error.js';

export function sessionMethods(access: Access): Rows<'session'> {
  return {
    'session.open': {
      doc:
        'Opens the session. With a control token, unless `server.hello` says that none is needed; `client.name` is ' +
        'what others are told of who did something, where the token has no name of its own. Answers what the token is ' +
        'worth: the role, and a guest’s end and ceiling of the volume.',
      examples: [
        {
          params: { protocol: 1, client: { name: "Ada's phone" }, token: 'a-fixed-token-of-the-owner' },
          result: { protocol: 1, role: 'owner' },
        },
      ],
      // A client of another version may say all the rest in another way.
      judge: refuseForeignProtocol,
      call({ protocol, client, token }, { session, peer }) {
        if (session?.isOpen === true) throw new RpcError(invalidRequest('this session is open already'));
        if (session?.isLocal === true || peer === null) {
          const caller = toLocalCaller(client.name);
          session?.open(caller);
          return { protocol, role: caller.role };
        }
        const admitted = token === undefined ? null : access.check(token, peer);
        if (admitted === null && token !== undefined) session?.noteWrongToken();
        if (admitted === null && access.mode === 'paired') {
          throw new RpcError(unauthorized(token === undefined ? 'a control token is needed' : 'wrong token'));
        }
        const caller = toCaller(admitted, client.name);
        session?.open(caller);
        return { protocol, ...toOpened(caller, admitted) };
      },
    },
  };
}

function toOpened(
  { clientId, role, volumeMax }: Caller,
  admitted: Admitted | null,
): Omit<Opened, 'protocol'> {
  const expiresAtMs = admitted?.expiresAtMs ?? null;
  return {
    role,
    ...(clientId !== null && { id: clientId }),
    ...(volumeMax !== null && { volumeMax }),
    ...(expiresAtMs !== null && { expiresAtMs }),
  };
}

function refuseForeignProtocol(params: unknown): void {
  const { protocol } = (params ?? {}) as { readonly protocol?: unknown };
  if (typeof protocol !== 'number' || !Number.isInteger(protocol)) return;
  if (protocol >= PROTOCOL.min && protocol <= PROTOCOL.max) return;
  throw new RpcError(invalidParams('protocol', `must be from ${PROTOCOL.min} to ${PROTOCOL.max}`, PROTOCOL));
}
