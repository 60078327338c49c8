import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ControlClient,
  type ControlClientOptions,
  createControlClient,
} from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import { EXIT, ExitError } from '../../contract/errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { quoteOnSpeaker, toNext, toTyped } from './command-line.js';
import { describeProblem, type TellingSocket } from './socket.js';

/** The proof is bound to the certificate that this end has seen. */
const UNLESS_BETWEEN =
  'the certificate may belong to a machine in the middle; if not, the token is no longer valid: ';

/** How long to wait for the first address before trying the next as well, in milliseconds. */
const PATIENCE_MS = 2_000;
/** The same for the others: many silent addresses may be advertised. */
const NEXT_MS = 100;
const MOST_ADDRESSES = 256;

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
  let greeted: string | null = null;
  let refusal: ExitError | null = null;
  const client = createControlClient({
    ...options,
    token: hello => {
      greeted ??= hello.deviceUuid;
      if (greeted !== hello.deviceUuid)
        throw new ControlError('unproven', 'Another speaker answers there now.');
      try {
        const token = options.token(hello);
        hasShown = token !== null;
        return token;
      } catch (error) {
        if (error instanceof ExitError) refusal = error;
        throw error;
      }
    },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const forget = client.onChange(() => {
        const { phase, error } = client;
        if (phase === 'connecting') return;
        forget();
        if (phase === 'online') resolve();
        else
          reject(
            refusal ?? toExitError(error, options.url, { problem: options.WebSocket.problem, hasShown }),
          );
      });
      client.start();
    });
  } catch (error) {
    client.stop();
    throw error;
  }
  return Object.assign(client, { url: options.url });
}

/**
 * Opens the first address that works. Anybody can advertise a speaker, so the next address is tried when one fails, is
 * another speaker, or stays silent for a while.
 */
export async function openFirst(
  urls: readonly string[],
  open: (url: string) => Promise<Connected>,
): Promise<Connected> {
  const addresses = [...new Set(urls)].slice(0, MOST_ADDRESSES);
  const tries: Promise<Connected>[] = [];
  for (const url of addresses) {
    tries.push(open(url));
    const isLast = tries.length === addresses.length;
    const patienceMs = tries.length === 1 ? PATIENCE_MS : NEXT_MS;
    const opened = await Promise.race([
      Promise.any(tries).catch(() => null),
      ...(isLast ? [] : [sleep(patienceMs, null, { ref: false })]),
    ]);
    if (opened === null) continue;
    for (const other of tries)
      void other.then(client => client !== opened && client.stop()).catch(() => undefined);
    return opened;
  }
  const errors = await Promise.all(tries.map(attempt => attempt.then(() => null, toExit)));
  // An error from the speaker itself takes precedence over errors from other peers.
  const said = errors.find(error => error !== null && !isElsewhere(error)) ?? errors[0];
  throw said ?? new ExitError(EXIT.fault, 'no address');
}

/** Returns an `ExitError`; throws any other error, which is not about a speaker. */
export function toExit(error: unknown): ExitError {
  if (error instanceof ExitError) return error;
  throw error;
}

/** Whether no speaker has answered, or another than the one that is meant. */
export function isElsewhere(error: ExitError): boolean {
  const isUnproven = error.cause instanceof ControlError && error.cause.reason === 'unproven';
  return isUnproven || error instanceof UnreachableError;
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
      `is it switched on, and on this network? ${quoteOnSpeaker('tonearm doctor', url)} on the speaker says more`;
    return new UnreachableError(`${what}\n→ ${remedy}`, { isSilence: reason === 'timedOut', ...cause });
  }
  if (reason === 'unproven') {
    const what = `${reason}: what answers at ${url} is not the speaker that is meant, and was told nothing`;
    return createTrouble(
      what,
      'its address or its certificate may now belong to another machine; give the speaker’s address with --url',
      cause,
    );
  }
  if (reason === 'invalidParams') {
    const remedy = `"tonearm help ctl" describes the verbs, "${toNext('tonearm ctl call rpc.discover', url)}" the methods`;
    return createTrouble(message, remedy, { exitCode: EXIT.usage, ...cause });
  }
  // The message about a wrong proof is meant for programs.
  const isRefusedToken = reason === 'unauthorized' && hasShown === true;
  const what = isRefusedToken ? `${oneLine(new URL(url).host)} does not accept this token` : message;
  const isBehindTls = isRefusedToken && url.startsWith('wss:');
  return createTrouble(`${oneLine(reason)}: ${what}`, adviseOn(error, url, isBehindTls), cause);
}

/** The link names the speaker; the digits would go to this machine's own, whose socket this user may not open. */
function toAdmission(url: string): string {
  return `run ${quoteOnSpeaker('tonearm invite', url)} on the speaker, then "${toTyped('tonearm ctl claim LINK')}" here, with a link that it prints`;
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
      return `on the speaker, ${quoteOnSpeaker('tonearm doctor', url)} says what is wrong`;
    case 'methodNotFound':
      return `"${toNext('tonearm ctl call rpc.discover', url)}" lists the methods`;
    case 'notAllowed':
      return interaction === undefined
        ? `"${toNext('tonearm ctl status', url)}" shows what it does now, "${toNext('tonearm ctl alarm', url)}" its alarms`
        : `the music service decides that for each item: try again with the next item, or after "${toNext('tonearm ctl play', url)}"`;
    case 'skipLimitReached':
      return 'the music goes on; the music service allows more skips later';
    case 'notSupported':
      return `the music service decides what this account may do; choose something else: ${toNext('tonearm ctl collection', url)}`;
    case 'rateLimited':
      return 'try again in a minute';
    case 'incompatible':
    case 'malformed':
      return 'install the same version of Tonearm here and on the speaker';
    default:
      return `try again in a minute; if it still fails, ${quoteOnSpeaker('tonearm doctor', url)} on the speaker says more`;
  }
}
