import { toInviteCode } from '../../core/vocabulary/invite-code.js';
import type { JudgedCode } from '../../contract/pairing-ports.js';
import type { Incidents } from '../gate/incidents.js';
import type { Invitations } from '../access/invitations.js';
import { toCodeIncident } from './methods/claim.js';
import { RpcError } from '../rpc-error.js';

/** Judges a code typed in while pairing the speaker (contract, section 3, `POST /pair/start`). */
export function judgeCode(
  { invitations, incidents }: { readonly invitations: Invitations; readonly incidents: Incidents },
  typed: string,
  peer: string,
): JudgedCode {
  try {
    const held = invitations.hold(toInviteCode(typed), peer);
    if (held.terms.role !== 'owner') return { type: 'guest' };
    return { type: 'owner', code: { by: held.terms.by, use: doing => held.use(doing) } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    incidents.note(toCodeIncident(error), peer);
    const { retryAfterMs } = (error.answer.data ?? {}) as { readonly retryAfterMs?: number };
    return retryAfterMs === undefined ? { type: 'wrong' } : { type: 'wait', waitMs: retryAfterMs };
  }
}
