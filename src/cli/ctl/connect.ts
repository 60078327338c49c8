import {
  type ControlClient,
  type ControlClientOptions,
  createControlClient,
} from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import { EXIT, ExitError } from '../../errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { toTyped } from './command-line.js';
import { describeProblem, type TellingSocket } from './socket.js';

/** The proof is bound to the certificate that this end has seen. */
const UNLESS_BETWEEN = 'the certificate seen here may be of somebody in between; else this token has ended: ';

/** No speaker answered; a later attempt may succeed. */
export class UnreachableError extends ExitError {
  /** Whether a peer accepted the connection but sent nothing. */
  readonly isSilence: boolean;

  constructor(message: string, { isSilence, cause }: { isSilence: boolean; cause: unknown }) {
    super(EXIT.fault, message, { cause });
    this.name = 'UnreachableError';
    this.isSilence = isSilence;
  }
}

/** Connects once and resolves with a client that has the state. Rejects with an `ExitError` if that fails. */
export async function connectSpeaker(
  options: Pick<ControlClientOptions, 'url' | 'name' | 'token'> & { readonly WebSocket: TellingSocket },
): Promise<ControlClient> {
  let hasShown = false;
  const client = createControlClient({
    ...options,
    token: hello => {
      const token = options.token(hello);
      hasShown = token !== null;
      return token;
    },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const forget = client.onChange(() => {
        const { phase, error } = client;
        if (phase === 'connecting') return;
        forget();
        if (phase === 'online') resolve();
        else reject(toExitError(error, options.url, { problem: options.WebSocket.problem, hasShown }));
      });
      client.start();
    });
  } catch (error) {
    client.stop();
    throw error;
  }
  return client;
}

interface Circumstances {
  /** The error for which the connection did not open. */
  readonly problem?: Error | undefined;
  /** Whether a proof of a token was shown to the speaker. */
  readonly hasShown?: boolean;
}

/** Returns the error to print for a failed call or connection. */
export function toExitError(error: unknown, url: string, { problem, hasShown }: Circumstances = {}): Error {
  if (!(error instanceof ControlError)) return error instanceof Error ? error : new Error(String(error));
  const { reason } = error;
  const message = oneLine(error.message);
  const cause = { cause: error };
  if (reason === 'disconnected' || reason === 'timedOut') {
    const known = describeProblem(problem, url);
    const what = `the speaker at ${url} cannot be reached: ${known?.what ?? message}`;
    const remedy =
      known?.remedy ?? 'is it switched on, and in this network? "sudo tonearm doctor" on it tells more';
    return new UnreachableError(`${what}\n→ ${remedy}`, { isSilence: reason === 'timedOut', ...cause });
  }
  if (reason === 'unproven') {
    const what = `${reason}: whoever answers at ${url} is not the speaker that let you in, and was told nothing`;
    return createTrouble(
      what,
      'its address may be another’s now, or its certificate; name the speaker’s with --url',
      cause,
    );
  }
  if (reason === 'invalidParams') return new ExitError(EXIT.usage, message, cause);
  // The message about a wrong proof is meant for programs.
  const isRefusedToken = reason === 'unauthorized' && hasShown === true;
  const what = isRefusedToken ? `${oneLine(new URL(url).host)} does not take this token` : message;
  const isBehindTls = isRefusedToken && url.startsWith('wss:');
  return createTrouble(`${oneLine(reason)}: ${what}`, adviseOn(error, isBehindTls), cause);
}

function toAdmission(): string {
  return `on the speaker: sudo tonearm invite; then here: ${toTyped('tonearm ctl claim CODE')}`;
}

/** Returns the remedy for a refusal, or null if it is obvious or unknown. */
function adviseOn({ reason, retryAfterMs }: ControlError, isBehindTls: boolean): string | null {
  if (retryAfterMs !== undefined) return `try again in ${Math.ceil(retryAfterMs / 1_000)} s`;
  switch (reason) {
    case 'unauthorized':
      return `${isBehindTls ? UNLESS_BETWEEN : ''}${toAdmission()}`;
    case 'forbidden':
      return `guests may not do that; to become an owner, ${toAdmission()}`;
    case 'notPaired':
      return 'open the speaker’s page in a browser and sign in, or run "sudo tonearm pair" on it';
    case 'noSource':
      return `choose something: ${toTyped('tonearm ctl collection')}, then ${toTyped('tonearm ctl play NUMBER')}`;
    case 'offline':
    case 'playerUnavailable':
      return 'on the speaker, "sudo tonearm doctor" tells what is wrong';
    case 'methodNotFound':
      return `"${toTyped('tonearm ctl call rpc.discover')}" lists what may be called`;
    default:
      return null;
  }
}
