import { toInviteCode } from '../../core/invite-code.js';
import type { Incident } from '../../ports.js';
import type { AdmittedClient, Invitation } from '../../protocol.js';
import type { Access } from '../access.js';
import type { Incidents } from '../incidents.js';
import type { Invitations } from '../invitations.js';
import { admittedCaller, type CallContext, type Row, type Rows } from '../method.js';
import { ERRORS, invalidParams, notAllowed, RpcError } from '../rpc-error.js';
import type { Doer, Terms } from '../terms.js';

export interface AccessMethodsOptions {
  readonly access: Access;
  readonly invitations: Invitations;
  readonly incidents: Incidents;
  /** Where phones reach the speaker, such as http://speaker.local:8710, without a slash at the end. */
  readonly address: () => string;
}

const EXAMPLE_ID = '0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11';
const EXAMPLE_INVITATION: Invitation = {
  code: '493027',
  link: 'http://speaker.local:8710/#invite=rTq2mXb0f8VYc1oK7sZ4Lw',
  expiresMs: 300_000,
};
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
    expiresAtMs: 1_767_386_400_000,
    volumeMax: 60,
  },
];
const ONLY_OF_GUESTS = 'is for guests: an owner may do everything, and stays';

export function accessMethods(options: AccessMethodsOptions): Rows<'access'> {
  return {
    'access.invite': inviteMethod(options),
    'access.claim': claimMethod(options),
    ...clientMethods(options),
  };
}

function inviteMethod({ invitations, address }: AccessMethodsOptions): Row<'access.invite'> {
  return {
    doc:
      'Makes an invitation for one more phone, as a guest where no role is named: a code of six digits, and a link ' +
      'with a secret of its own in its fragment, which no server gets to see. It is good for five minutes; five may ' +
      'be open at a time, twenty be made an hour. A guest’s may bear an end (`validMs`, counted from the claim) and a ' +
      'ceiling of the volume (`volumeMax`).',
    examples: [
      { params: {}, result: EXAMPLE_INVITATION },
      {
        params: { role: 'guest', validMs: 86_400_000, volumeMax: 60 },
        result: EXAMPLE_INVITATION,
      },
    ],
    call({ role = 'guest', validMs = null, volumeMax = null }, context) {
      if (role === 'owner' && validMs !== null) throw new RpcError(invalidParams('validMs', ONLY_OF_GUESTS));
      if (role === 'owner' && volumeMax !== null)
        throw new RpcError(invalidParams('volumeMax', ONLY_OF_GUESTS));
      const by = toDoer(context);
      const { code, secret, expiresMs } = invitations.invite({ role, validMs, volumeMax, by });
      return { code, link: `${address()}/#invite=${secret}`, expiresMs };
    },
  };
}

function claimMethod({ access, invitations, incidents }: AccessMethodsOptions): Row<'access.claim'> {
  return {
    doc:
      'Takes an invitation up: answers the control token of a new client, its id and its role. A name that is in ' +
      'use gets a number. Needs neither a token nor an opened session. After three wrong codes within a minute a peer ' +
      'is told to wait, and after ten, whoever tried them, the digits of an open invitation admit nobody any more: ' +
      'owners are told. Its link is not concerned.',
    examples: [
      {
        params: { code: '493027', name: "Ada's phone" },
        result: {
          token: 'pTz1q0Wf3cUO8n5yKx7aVd2sJbR6mHgLeI4tYuQvN9E',
          id: EXAMPLE_ID,
          role: 'guest',
        },
      },
    ],
    async call({ code, name: clientName }, { peer }) {
      access.refuseWhenFull();
      try {
        const admit = (terms: Terms) => access.accept(clientName, peer, terms);
        return await invitations.claim(toInviteCode(code), peer ?? 'local', admit);
      } catch (error) {
        if (error instanceof RpcError) incidents.note(toCodeIncident(error), peer);
        throw error;
      }
    },
  };
}

function clientMethods({
  access,
}: Pick<AccessMethodsOptions, 'access'>): Pick<Rows<'access'>, 'access.list' | 'access.revoke'> {
  return {
    'access.list': {
      doc:
        'Lists who has a control token, with role, who invited it, and the end and the ceiling of a guest. `self` ' +
        'marks the caller; `lastSeenMs` is when it last showed its token.',
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
        'Makes a client’s token worthless at once; its sessions are closed with 4401. The last owner among the clients ' +
        'stays (`notAllowed`), save for a program on the device itself.',
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

function toDoer(context: CallContext): Doer {
  const { clientId: id, name } = admittedCaller(context, 'owner');
  return { id, name, peer: context.peer };
}

function toCodeIncident({ answer }: RpcError): Incident {
  return answer.code === ERRORS.rateLimited.code ? 'tooManyCodes' : 'wrongCode';
}
