import { createNonce, claimAnswerOf, claimedTokenOf } from '../../../contract/proof.js';
import type { Access } from '../../access/access.js';
import { EXAMPLE_LINK } from '../examples.js';
import type { Incidents } from '../../gate/incidents.js';
import type { Followed, Invitations } from '../../access/invitations.js';
import type { CallContext, Params, Result, Row } from '../method.js';
import { invalidParams, RpcError, unauthorized } from '../../rpc-error.js';
import type { Terms } from '../../access/terms.js';

export interface ClaimMethodOptions {
  readonly access: Access;
  readonly invitations: Invitations;
  readonly incidents: Incidents;
}

/** All programs on the device are one peer. */
const LOCAL = 'local';
const EXAMPLE_ID = '0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11';

export function claimMethod(options: ClaimMethodOptions): Row<'access.claim'> {
  return {
    doc:
      'Accepts an invitation, either with its six digits or with its link and a proof (see “A link that admits a phone”). Returns ' +
      'the id and role of the new client, and its control token or, for a link, the values to compute the token from. A name ' +
      'already in use gets a number. Needs neither a token nor an open session. After three wrong codes within a minute, a peer ' +
      'has to wait. After ten wrong codes from any peers, the digits of all open invitations stop working and the owners ' +
      'are notified; links keep working. With digits, the token is sent in the response, where an eavesdropper can read it.',
    examples: [
      {
        params: { code: '493027', name: "Ada's phone" },
        result: {
          token: 'pTz1q0Wf3cUO8n5yKx7aVd2sJbR6mHgLeI4tYuQvN9E',
          id: EXAMPLE_ID,
          role: 'guest',
        },
      },
      {
        params: {
          link: EXAMPLE_LINK.link,
          nonce: EXAMPLE_LINK.nonce,
          proof: EXAMPLE_LINK.proof,
          name: "Ada's phone",
        },
        result: {
          id: EXAMPLE_ID,
          role: 'guest',
          nonce: EXAMPLE_LINK.answerNonce,
          proof: EXAMPLE_LINK.answer,
        },
      },
    ],
    async call(params, context) {
      if (params.link !== undefined) return claimByLink(options, { ...params, link: params.link }, context);
      if (params.code === undefined) throw new RpcError(invalidParams('code', 'is missing'));
      refuseWhenFull(options, context);
      const admit = (terms: Terms) => options.access.accept(params.name, context.peer, terms);
      return options.invitations.claim(params.code, context.peer ?? LOCAL, admit);
    },
  };
}

function refuseWhenFull(
  { access, incidents }: Pick<ClaimMethodOptions, 'access' | 'incidents'>,
  { peer }: Pick<CallContext, 'peer'>,
): void {
  try {
    access.refuseWhenFull();
  } catch (error) {
    incidents.note('tooManyClients', peer);
    throw error;
  }
}

async function claimByLink(
  { access, invitations, incidents }: ClaimMethodOptions,
  { code, link, nonce, proof, name }: Params<'access.claim'> & { readonly link: string },
  { session, peer }: CallContext,
): Promise<Result<'access.claim'>> {
  if (code !== undefined) throw new RpcError(invalidParams('link', 'and code: give exactly one of the two'));
  if (session === null)
    throw new RpcError(invalidParams('link', 'needs a session: use the WebSocket, not POST /rpc'));
  if (nonce === undefined) throw new RpcError(invalidParams('nonce', 'is missing'));
  if (proof === undefined) throw new RpcError(invalidParams('proof', 'is missing'));
  refuseWhenFull({ access, incidents }, { peer });
  const answered = createNonce();
  const admit = async (terms: Terms, { secret, handshake }: Followed): Promise<Result<'access.claim'>> => {
    const token = claimedTokenOf(secret, nonce, answered);
    const { id, role } = await access.accept(name, peer, terms, token);
    return { id, role, nonce: answered, proof: claimAnswerOf(secret, handshake, answered) };
  };
  const claimed = invitations.follow({ link, proof, handshakes: session.takeHandshakes(nonce) }, admit);
  if (claimed !== null) return claimed;
  access.noteWrong(peer ?? LOCAL);
  throw new RpcError(unauthorized('this link is wrong, already used or expired, or its proof is wrong'));
}
