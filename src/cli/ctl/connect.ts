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
import { onSpeaker, quoteOnSpeaker, toNext } from './on-speaker.js';
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

/** A client, and where its speaker is: an address, or the path of its socket. */
export type Connected = ControlClient & { readonly url: string };

/** Connects once and resolves with the state in hand; rejects with an `ExitError` when that does not come about. */
export async function connectSpeaker(
  options: Pick<ControlClientOptions, 'url' | 'name' | 'token'> & { readonly WebSocket: TellingSocket },
): Promise<Connected> {
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
  return Object.assign(client, { url: options.url });
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
      known?.remedy ??
      `is it switched on, and in this network? ${quoteOnSpeaker('tonearm doctor', url)} on it tells more`;
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
  if (reason === 'invalidParams') {
    const remedy = `"tonearm help ctl" tells what each verb takes, "${toNext('tonearm ctl call rpc.discover', url)}" what each method takes`;
    return createTrouble(message, remedy, { exitCode: EXIT.usage, ...cause });
  }
  // The message about a wrong proof is meant for programs.
  const isRefusedToken = reason === 'unauthorized' && hasShown === true;
  const what = isRefusedToken ? `${oneLine(new URL(url).host)} does not take this token` : message;
  const isBehindTls = isRefusedToken && url.startsWith('wss:');
  return createTrouble(`${oneLine(reason)}: ${what}`, adviseOn(error, url, isBehindTls), cause);
}

function toAdmission(url: string): string {
  return `on the speaker: ${onSpeaker('tonearm invite', url)}; then here: ${toTyped('tonearm ctl claim CODE')}`;
}

/** What to do about a refusal. */
function adviseOn(
  { reason, retryAfterMs, interaction }: ControlError,
  url: string,
  isBehindTls: boolean,
): string {
  if (retryAfterMs !== undefined) return `try again in ${Math.ceil(retryAfterMs / 1_000)} s`;
  switch (reason) {
    case 'unauthorized':
      return `${isBehindTls ? UNLESS_BETWEEN : ''}${toAdmission(url)}`;
    case 'forbidden':
      return `guests may not do that; to become an owner, ${toAdmission(url)}`;
    case 'notPaired':
      return `open the speaker’s page in a browser and sign in, or run ${quoteOnSpeaker('tonearm pair', url)} on it`;
    case 'noSource':
      return `choose something: ${toNext('tonearm ctl collection', url)}, then ${toNext('tonearm ctl play NUMBER', url)}`;
    case 'offline':
    case 'playerUnavailable':
      return `on the speaker, ${quoteOnSpeaker('tonearm doctor', url)} tells what is wrong`;
    case 'methodNotFound':
      return `"${toNext('tonearm ctl call rpc.discover', url)}" lists what may be called`;
    case 'notAllowed':
      return interaction === undefined
        ? `let another owner in first: ${onSpeaker('tonearm invite', url)}`
        : `the music service decides that for each item: try again with the next item, or after "${toNext('tonearm ctl play', url)}"`;
    case 'skipLimitReached':
      return 'the music goes on; the music service takes more skips later';
    case 'notSupported':
      return `the music service decides what this account may do; choose something else: ${toNext('tonearm ctl collection', url)}`;
    case 'rateLimited':
      return 'try again in a minute';
    case 'incompatible':
    case 'malformed':
      return 'install the same version of Tonearm here and on the speaker';
    default:
      return `try again in a minute; if it stays so, ${quoteOnSpeaker('tonearm doctor', url)} on the speaker tells more`;
  }
}
