import type { HeldCode } from '../contract/pairing-ports.js';
import type { Standing } from '../contract/service-ports.js';
import { type Failure, FAILURES } from './failures.js';
import type { SignInPolicy } from './opening.js';

/** The right by which a person signs in, as it was when the browser was sent to the service. */
export type Right =
  /** The account must be that of the speaker's listener. */
  | { readonly by: 'listener' }
  /** The speaker had no listener. */
  | { readonly by: 'anyone' }
  | { readonly by: 'code'; readonly code: HeldCode }
  /** The sign-in was begun from a shell of the device. */
  | { readonly by: 'shell' };

/** Returns why an account of this standing may not pair the speaker by this right, or null if it may. */
export function refusalOf(right: Right, standing: Standing, opening: SignInPolicy): Failure | null {
  if (standing === 'same' || right.by === 'shell') return null;
  // The code is checked when it is spent.
  if (right.by === 'code') return null;
  if (standing === 'none') return right.by === 'anyone' || opening === 'anyone' ? null : FAILURES.over;
  return standing === 'other' ? FAILURES.otherAccount : FAILURES.unknownListener;
}
