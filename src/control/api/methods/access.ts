import type { AdmittedClient } from '../../../contract/protocol.js';
import type { Access } from '../../access/access.js';
import { admittedCaller, type Rows, toDoer } from '../method.js';
import { invalidParams, notAllowed, RpcError } from '../../rpc-error.js';
import { claimMethod, type ClaimMethodOptions } from './claim.js';
import { inviteMethod, type InviteMethodOptions } from './invite.js';

export interface AccessMethodsOptions extends ClaimMethodOptions, InviteMethodOptions {}

const EXAMPLE_ID = '0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11';
const EXAMPLE_CLIENTS: readonly AdmittedClient[] = [
  {
    id: EXAMPLE_ID,
    name: "Ada's phone",
    role: 'owner',
    createdMs: 1_767_225_600_000,
    lastSeenMs: 1_767_312_000_000,
    self: true,
    here: true,
  },
  {
    id: '4be7a3d2-91c0-4f3e-8a57-6c1d2e0b9f44',
    name: "Bob's phone",
    role: 'guest',
    createdMs: 1_767_300_000_000,
    invitedBy: EXAMPLE_ID,
    invitedByName: "Ada's phone",
    expiresAtMs: 1_767_386_400_000,
    volumeMax: 60,
  },
];

export function accessMethods(options: AccessMethodsOptions): Rows<'access'> {
  return {
    'access.invite': inviteMethod(options),
    'access.claim': claimMethod(options),
    ...clientMethods(options),
  };
}

function clientMethods({
  access,
}: {
  readonly access: Access;
}): Pick<Rows<'access'>, 'access.list' | 'access.rename' | 'access.revoke'> {
  return {
    'access.list': {
      doc:
        'Lists the clients that have a control token, each with its role and inviter, and a guest’s expiry and volume limit. `self` ' +
        'marks the caller, `here` a client with an open session. `lastSeenMs` is when the client last presented its token or closed a session. ' +
        '`invitedByName` is the inviter’s name at the time. If no listed client has the id `invitedBy`, the inviter has been removed. ' +
        'Without `invitedBy`, the inviter was a program on the device or the fixed token.',
      examples: [
        {
          params: {},
          result: {
            clients: EXAMPLE_CLIENTS,
          },
        },
      ],
      call(_params, context) {
        const { clientId } = admittedCaller(context, 'owner');
        return {
          clients: access
            .list()
            .map(client => (client.id === clientId ? { ...client, self: true as const } : client)),
        };
      },
    },
    'access.rename': {
      doc:
        'Renames an admitted client, or the caller itself if `id` is left out. Returns the new name, with a number added if ' +
        'another client has it.',
      examples: [{ params: { name: 'Kitchen tablet', id: EXAMPLE_ID }, result: { name: 'Kitchen tablet' } }],
      async call({ name: given, id }, context) {
        const { clientId } = admittedCaller(context, 'owner');
        const name = await access.rename(id ?? clientId ?? '', given, toDoer(context));
        if (name === null) throw new RpcError(invalidParams('id', 'is not one of access.list'));
        return { name };
      },
    },
    'access.revoke': {
      doc:
        'Revokes a client’s token at once, closes its sessions with 4401 and drops its waiting commands. The last owner ' +
        'among the clients can be removed only by a program on the device itself; any other caller gets `notAllowed`.',
      examples: [{ params: { id: EXAMPLE_ID }, result: {} }],
      async call({ id }, context) {
        const { session } = context;
        if (session?.isLocal !== true && access.isLastOwner(id)) {
          throw new RpcError(
            notAllowed('the last owner cannot be removed; invite another, or use tonearm ctl on the speaker'),
          );
        }
        session?.keepUntilAnswered();
        if (await access.revoke(id, toDoer(context))) return {};
        throw new RpcError(invalidParams('id', 'is not one of access.list'));
      },
    },
  };
}
