import { ControlError } from '../../client/control-error.js';
import type { Arguments } from '../command.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { type Connected, toExitError } from './connect.js';
import { addressOf } from './info.js';
import { toPairing } from './show.js';

/** What a failed call means; a speaker without an account is asked where it is paired. The service knows not every kind and order. */
export async function explain(
  error: unknown,
  client: Connected,
  given: Pick<Arguments, 'values'>,
): Promise<Error> {
  const odd = ['order', 'sort', 'types'].find(name => given.values[name] !== undefined);
  if (error instanceof ControlError && error.reason === 'serviceError' && odd !== undefined)
    return createTrouble(`${error.reason}: ${oneLine(error.message)}`, `try without --${odd}`, {
      cause: error,
    });
  if (!(error instanceof ControlError) || error.reason !== 'notPaired') return toExitError(error, client.url);
  const address = await addressOf(client).catch(() => null);
  return createTrouble(`${error.reason}: ${oneLine(error.message)}`, toPairing(address, client.url), {
    cause: error,
  });
}
