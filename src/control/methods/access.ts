import type { AdmittedClient } from '../../protocol.js';
import type { Access } from '../access.js';
import { admittedCaller, type Rows, toDoer } from '../method.js';
import { invalidParams, notAllowed, RpcError } from '../rpc-error.js';
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
}): Pick<Rows<'access'>, 'access.list' | 'access.revoke'> {
  return {
    'access.list': {
      doc:
        'Lists who has a control token, with role, who invited it, and the end and the ceiling of a guest. `self` ' +
        'marks the caller; `lastSeenMs` is when it last showed its token or, where a session was open, left. ' +
        '`invitedByName` is what the inviter was called; where the list has no client of the id `invitedBy`, it is gone, ' +
        'and where there is no `invitedBy`, it was no client of the list: a program on the device, or the fixed token.',
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
    'access.revoke': {
      doc:
        'Makes a client’s token worthless at once; its sessions are closed with 4401, and its commands that wait are given up. The last owner ' +
        'among the clients stays (`notAllowed`), save for a program on the device itself.',
      examples: [{ params: { id: EXAMPLE_ID }, result: {} }],
      async call({ id }, context) {
        const { session } = context;
        if (session?.isLocal !== true && access.isLastOwner(id)) {
          throw new RpcError(
            notAllowed('the last owner stays: make another one first, or run tonearm ctl on the speaker'),
          );
        }
        session?.keepUntilAnswered();
        if (await access.revoke(id, toDoer(context))) return {};
        throw new RpcError(invalidParams('id', 'is not one of access.list'));
      },
    },
  };
}
