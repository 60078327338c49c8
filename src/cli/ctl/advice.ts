import type { ControlClient } from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { toExitError } from './connect.js';
import { addressOf } from './info.js';
import { toPairing } from './show.js';

/**
 * Returns the error to print for a failed call. For a speaker without an account, it asks the speaker for the address
 * where it is paired.
 */
export async function explain(error: unknown, client: ControlClient, place: string): Promise<Error> {
  if (!(error instanceof ControlError) || error.reason !== 'notPaired') return toExitError(error, place);
  const address = await addressOf(client).catch(() => null);
  return createTrouble(`${error.reason}: ${oneLine(error.message)}`, toPairing(address), { cause: error });
}
