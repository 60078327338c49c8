import {
  type ControlClient,
  type ControlClientOptions,
  createControlClient,
} from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import { EXIT, ExitError } from '../../errors.js';
import { oneLine } from '../output.js';

/** Nobody answered; a later try may help. */
export class UnreachableError extends ExitError {
  /** Whether somebody took the connection, and said nothing. */
  readonly isSilence: boolean;

  constructor(message: string, { isSilence, cause }: { isSilence: boolean; cause: unknown }) {
    super(EXIT.fault, message, { cause });
    this.name = 'UnreachableError';
    this.isSilence = isSilence;
  }
}

/** Connects once and resolves with the state in hand; rejects with an `ExitError` when that does not come about. */
export async function connectSpeaker(
  options: Pick<ControlClientOptions, 'url' | 'name' | 'token' | 'WebSocket'>,
): Promise<ControlClient> {
  const client = createControlClient(options);
  try {
    await new Promise<void>((resolve, reject) => {
      const forget = client.onChange(() => {
        const { phase, error } = client;
        if (phase === 'connecting') return;
        forget();
        if (phase === 'online') resolve();
        else reject(toExitError(error, options.url));
      });
      client.start();
    });
  } catch (error) {
    client.stop();
    throw error;
  }
  return client;
}

/** What a failed call means to whoever typed the command. */
export function toExitError(error: unknown, url: string): Error {
  if (!(error instanceof ControlError)) return error instanceof Error ? error : new Error(String(error));
  const { reason, retryAfterMs } = error;
  const message = oneLine(error.message);
  const word = oneLine(reason);
  const cause = { cause: error };
  if (reason === 'disconnected' || reason === 'timedOut') {
    const isSilence = reason === 'timedOut';
    return new UnreachableError(`the speaker at ${url} cannot be reached: ${message}`, {
      isSilence,
      ...cause,
    });
  }
  if (reason === 'unproven') {
    const text = `whoever answers at ${url} is not the speaker that let you in, and was told nothing`;
    return new ExitError(EXIT.fault, `${word}: ${text}`, cause);
  }
  if (reason === 'invalidParams') return new ExitError(EXIT.usage, message, cause);
  const advice =
    reason === 'unauthorized' || reason === 'forbidden'
      ? '; on the speaker: tonearm invite, then here: tonearm ctl claim CODE'
      : retryAfterMs === undefined
        ? ''
        : `; try again in ${Math.ceil(retryAfterMs / 1_000)} s`;
  return new ExitError(EXIT.fault, `${word}: ${message}${advice}`, cause);
}
