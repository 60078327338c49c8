import { type Opened, PROTOCOL } from '../../../contract/protocol.js';
import type { Access } from '../../access/access.js';
import { EXAMPLE_PROOF } from '../examples.js';
import { type Admitted, type Caller, toCaller, toLocalCaller } from '../../access/caller.js';
import type { Incidents } from '../../gate/incidents.js';
import type { CallContext, Params, Rows } from '../method.js';
import { invalidParams, invalidRequest, RpcError, unauthorized } from '../../rpc-error.js';

interface SessionMethodsOptions {
  readonly access: Access;
  readonly incidents: Incidents;
}

export function sessionMethods({ access, incidents }: SessionMethodsOptions): Rows<'session'> {
  return {
    'session.open': {
      doc:
        'Opens the session: in protocol 2 with a proof of the control token (see “The proof”), in protocol 1 with the token ' +
        'itself, or with neither if `server.hello` says that no token is needed. Other clients see `client.name` as the cause of ' +
        'a change if the token has no name of its own. Returns what the token allows: the role, and a guest’s expiry ' +
        'and volume limit. The speaker answers a proof with its own; if that is wrong or missing, it is not your speaker.',
      examples: [
        {
          params: { protocol: 1, client: { name: "Ada's phone" }, token: 'a-fixed-token-of-the-owner' },
          result: { protocol: 1, role: 'owner' },
        },
        {
          params: {
            protocol: 2,
            client: { name: "Ada's phone" },
            nonce: EXAMPLE_PROOF.nonce,
            proof: EXAMPLE_PROOF.proof,
          },
          result: { protocol: 2, role: 'owner', proof: EXAMPLE_PROOF.answer },
        },
      ],
      // Checked first, because the params of other protocol versions may have another shape.
      judge: refuseForeignProtocol,
      call(params, context) {
        const { session, peer } = context;
        if (session?.isOpen === true) throw new RpcError(invalidRequest('this session is already open'));
        if (session?.isLocal === true || peer === null) {
          const caller = toLocalCaller(params.client.name);
          session?.open(caller);
          return { protocol: params.protocol, role: caller.role };
        }
        const { token, proof } = params;
        // A wrong token or proof is counted where it is checked.
        if (access.mode === 'paired' && (params.protocol === 1 ? token : proof) === undefined)
          incidents.note('wrongRequest', peer, { reason: 'No token' });
        return params.protocol === 1
          ? openByToken(access, params, { ...context, peer })
          : openByProof(access, params, { ...context, peer });
      },
    },
  };
}

interface Remote extends CallContext {
  readonly peer: string;
}

function openByToken(
  access: Access,
  { protocol, client, token }: Params<'session.open'>,
  { session, peer }: Remote,
): Opened | Promise<Opened> {
  const admitted = token === undefined ? null : access.check(token, peer);
  if (admitted === null && token !== undefined) session?.noteWrongToken();
  if (admitted === null && access.mode === 'paired') {
    throw new RpcError(unauthorized(token === undefined ? 'a control token is needed' : 'wrong token'));
  }
  const caller = toCaller(admitted, client.name, access);
  session?.open(caller);
  const opened = { protocol, ...toOpened(caller, admitted) };
  // Make keys, so that a client that showed its token may use a proof from now on, even after a power cut.
  const { clientId } = caller;
  const making = clientId === null || token === undefined ? null : access.makeKeys(clientId, token);
  if (making === null) return opened;
  // Without its id the client goes on using the token until the keys are saved.
  const unnamed = { protocol, ...toOpened({ ...caller, clientId: null }, admitted) };
  return making.then(isKept => (isKept ? opened : unnamed));
}

function openByProof(
  access: Access,
  { protocol, client, id, nonce, proof }: Params<'session.open'>,
  { session, peer }: Remote,
): Opened {
  if (proof === undefined && access.mode === 'paired')
    throw new RpcError(unauthorized('a proof of a control token is needed'));
  if (proof === undefined && id === undefined && nonce === undefined) {
    const caller = toCaller(null, client.name, access);
    session?.open(caller);
    return { protocol, ...toOpened(caller, null) };
  }
  if (proof === undefined) throw new RpcError(invalidParams('proof', 'is missing'));
  if (nonce === undefined) throw new RpcError(invalidParams('nonce', 'is missing'));
  const handshakes = session?.takeHandshakes(nonce) ?? [];
  const shown = { id: id ?? '', proof, handshakes };
  const proven = access.prove(shown, peer);
  if (proven === null)
    throw new RpcError(
      unauthorized(
        'wrong proof: reconnect to try again, as each nonce is good for one attempt',
        access.farewellOf(shown),
      ),
    );
  const caller = toCaller(proven, client.name, access);
  session?.open(caller);
  return { protocol, ...toOpened(caller, proven), proof: proven.proof };
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
