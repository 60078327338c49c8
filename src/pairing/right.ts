import type { HeldCode } from '../pairing-ports.js';
import type { Standing } from '../service-ports.js';
import { type Failure, FAILURES } from './failures.js';
import type { Opening } from './opening.js';

/** By what somebody signs in, as it was when he was sent to the service. */
export type Right =
  /** As the listener that the speaker has. */
  | { readonly by: 'listener' }
  /** The speaker was nobody’s. */
  | { readonly by: 'anyone' }
  | { readonly by: 'code'; readonly code: HeldCode }
  /** Whoever has a shell of the device. */
  | { readonly by: 'shell' };

/** Why somebody of this standing may not pair the speaker by this right; null: he may. */
export function refusalOf(right: Right, standing: Standing, opening: Opening): Failure | null {
  if (standing === 'same' || right.by === 'shell') return null;
  // Whether it is good still shows when it is used.
  if (right.by === 'code') return null;
  if (standing === 'none') return right.by === 'anyone' || opening === 'anyone' ? null : FAILURES.over;
  return standing === 'other' ? FAILURES.otherAccount : FAILURES.unknownListener;
}
