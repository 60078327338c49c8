import { toInviteCode } from '../../core/invite-code.js';
import type { Incident } from '../../ports.js';
import type { Access } from '../access.js';
import type { Incidents } from '../incidents.js';
import type { Invitations } from '../invitations.js';
import { admittedCaller, type Row, type Rows } from '../method.js';
import { ERRORS, invalidParams, RpcError } from '../rpc-error.js';

export interface AccessMethodsOptions {
  readonly access: Access;
  readonly invitations: Invitations;
  readonly incidents: Incidents;
  /** Where phones reach the speaker, such as http://speaker.local:8710, without a slash at the end. */
  readonly address: () => string;
}

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
      'Makes an invitation for one more phone: a code of six digits, and a link with a secret of its own in its ' +
      'fragment, which no server gets to see. It is good for five minutes; five may be open at a time.',
    examples: [
      {
        params: {},
        result: {
          code: '493027',
          link: 'http://speaker.local:8710/#invite=rTq2mXb0f8VYc1oK7sZ4Lw',
          expiresMs: 300_000,
        },
      },
    ],
    call(_params, context) {
      const { code, secret, expiresMs } = invitations.invite(admittedCaller(context, 'token').clientId);
      return { code, link: `${address()}/#invite=${secret}`, expiresMs };
    },
  };
}

function claimMethod({ access, invitations, incidents }: AccessMethodsOptions): Row<'access.claim'> {
  return {
    doc:
      'Takes an invitation up: answers the control token of a new client. Needs neither a token nor an opened ' +
      'session. After five wrong codes of six digits within a minute, from wherever they came, codes are refused ' +
      'for a while; secrets of links are not.',
    examples: [
      {
        params: { code: '493027', name: "Ada's phone" },
        result: { token: 'pTz1q0Wf3cUO8n5yKx7aVd2sJbR6mHgLeI4tYuQvN9E' },
      },
    ],
    async call({ code, name: clientName }, { peer }) {
      access.refuseWhenFull();
      try {
        return { token: await invitations.claim(toInviteCode(code), () => access.admit(clientName, peer)) };
      } catch (error) {
        if (error instanceof RpcError) incidents.note(toCodeIncident(error), peer);
        throw error;
      }
    },
  };
}

function clientMethods({
  access,
  incidents,
}: AccessMethodsOptions): Pick<Rows<'access'>, 'access.list' | 'access.revoke'> {
  return {
    'access.list': {
      doc: 'Lists who has a control token. `self` marks the caller; `lastSeenMs` is when it last showed its token.',
      examples: [
        {
          params: {},
          result: {
            clients: [
              {
                id: '0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11',
                name: "Ada's phone",
                createdMs: 1_767_225_600_000,
                lastSeenMs: 1_767_312_000_000,
                self: true,
              },
            ],
          },
        },
      ],
      call(_params, context) {
        const { clientId } = admittedCaller(context, 'token');
        return {
          clients: access
            .list()
            .map(client => (client.id === clientId ? { ...client, self: true as const } : client)),
        };
      },
    },
    'access.revoke': {
      doc: 'Makes a client’s token worthless at once; its sessions are closed with 4401.',
      examples: [{ params: { id: '0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11' }, result: {} }],
      async call({ id }, { session, caller, peer }) {
        session?.keepUntilAnswered();
        const name = access.list().find(client => client.id === id)?.name ?? null;
        if (!(await access.revoke(id))) throw new RpcError(invalidParams('id', 'is not one of access.list'));
        incidents.note('revoked', peer, { client: name, by: caller?.name ?? null });
        return {};
      },
    },
  };
}

function toCodeIncident({ answer }: RpcError): Incident {
  return answer.code === ERRORS.rateLimited.code ? 'tooManyCodes' : 'wrongCode';
}
