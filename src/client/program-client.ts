import {
  type ControlClient,
  type ControlClientOptions,
  createControlClient as createLastingClient,
} from './control-client.js';
import { ControlError } from './control-error.js';

/**
 * Creates a client of one speaker's control API (contract, section 4). It connects on `start`. A token that is not there
 * counts as none, and one that cannot be read ends the attempt as `unauthorized`, so that `whenOnline` rejects:
 * otherwise the client would take the program's own error for one of the speaker, and try again for ever.
 */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const { token } = options;
  return createLastingClient({
    ...options,
    token: hello => {
      try {
        // Plain JavaScript may return undefined.
        return token(hello) ?? null;
      } catch (cause) {
        if (cause instanceof ControlError) throw cause;
        throw new ControlError('unauthorized', `The token could not be read: ${String(cause)}`, { cause });
      }
    },
  });
}
