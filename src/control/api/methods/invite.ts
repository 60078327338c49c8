import { randomBytes } from 'node:crypto';
import { createNonce, secretOf } from '../../../contract/proof.js';
import type { Invitations } from '../../access/invitations.js';
import { admittedCaller, type CallContext, type Row, toDoer } from '../method.js';
import { invalidParams, RpcError } from '../../rpc-error.js';
import type { Doer } from '../../access/terms.js';

export interface InviteMethodOptions {
  readonly invitations: Invitations;
  /** The address at which phones reach the speaker, such as http://speaker.local:8710, without a trailing slash. */
  readonly address: () => string;
  /** Further addresses in the same form, for phones that do not know the speaker's name. */
  readonly otherAddresses?: () => readonly string[];
  /** Brings `address` up to date: the machine may have been renamed. Never rejects. */
  readonly refreshAddress?: () => Promise<unknown>;
}

const EXAMPLE_INVITATION = {
  code: '493027',
  link: 'http://speaker.local:8710/#invite=rTq2mXb0f8VYc1oK7sZ4Lw',
  expiresMs: 300_000,
};
const ONLY_OF_GUESTS = 'applies to guests only: an owner has no limits';

export function inviteMethod({
  invitations,
  address,
  otherAddresses = () => [],
  refreshAddress = () => Promise.resolve(),
}: InviteMethodOptions): Row<'access.invite'> {
  return {
    doc:
      'Creates an invitation for one more phone, as a guest unless `role` says otherwise. In a session opened with a proof, it ' +
      'returns an address and a nonce, from which the client computes the link (see “A link that admits a phone”), further addresses of the speaker ' +
      'for phones that cannot resolve its name, and six digits only if `digits` is set. Otherwise it returns the link itself, with its ' +
      'secret in the fragment, and the digits. An invitation is valid for five minutes; at most five can be open at a time and twenty ' +
      'created per hour. A guest’s access can be limited in time (`validMs`, counted from the claim) and in volume (`volumeMax`).',
    examples: [
      { params: {}, result: EXAMPLE_INVITATION },
      {
        params: { role: 'guest', validMs: 86_400_000, volumeMax: 60 },
        result: EXAMPLE_INVITATION,
      },
    ],
    async call({ role = 'guest', validMs = null, volumeMax = null, digits = false }, context) {
      if (role === 'owner' && validMs !== null) throw new RpcError(invalidParams('validMs', ONLY_OF_GUESTS));
      if (role === 'owner' && volumeMax !== null)
        throw new RpcError(invalidParams('volumeMax', ONLY_OF_GUESTS));
      const { serverKey } = admittedCaller(context, 'owner');
      await refreshAddress();
      const terms = { role, validMs, volumeMax, by: toInviter(context) };
      if (serverKey !== null) {
        const nonce = createNonce();
        const secret = secretOf(serverKey, nonce);
        const { code, expiresMs } = invitations.invite(terms, { secret, hasDigits: digits });
        const otherUrls = otherAddresses();
        return {
          url: address(),
          ...(otherUrls.length > 0 && { otherUrls }),
          nonce,
          ...(code !== null && { code }),
          expiresMs,
        };
      }
      const secret = createSecret();
      const { code, expiresMs } = invitations.invite(terms, { secret, hasDigits: true });
      return { code: code ?? '', link: `${address()}/#invite=${secret}`, expiresMs };
    },
  };
}

/** Makes an owner's invitation that is told as six digits alone. Throws as `Invitations.invite` does. */
export function inviteByDigits(invitations: Invitations, context: CallContext): string {
  const terms = { role: 'owner', validMs: null, volumeMax: null, by: toInviter(context) } as const;
  return invitations.invite(terms, { secret: createSecret(), hasDigits: true }).code ?? '';
}

function createSecret(): string {
  return randomBytes(16).toString('base64url');
}

function toInviter(context: CallContext): Doer {
  const caller = admittedCaller(context, 'owner');
  return {
    ...toDoer(context),
    /** The inviter's name when the invitation is used: it may have been renamed by then. */
    get name() {
      return caller.name;
    },
  };
}
