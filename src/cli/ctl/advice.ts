import { ControlError } from '../../client/control-error.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { type Connected, toExitError } from './connect.js';
import { addressOf } from './info.js';
import { toPairing } from './show.js';

/** What a failed call means; a speaker without an account is asked where it is paired. */
export async function explain(error: unknown, client: Connected): Promise<Error> {
  if (!(error instanceof ControlError) || error.reason !== 'notPaired') return toExitError(error, client.url);
  const address = await addressOf(client).catch(() => null);
  return createTrouble(`${error.reason}: ${oneLine(error.message)}`, toPairing(address, client.url), {
    cause: error,
  });
}
