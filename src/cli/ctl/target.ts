import { ControlError } from '../../client/control-error.js';
import { OverTlsError } from '../../client/opening.js';
import { EXIT, ExitError, isBug } from '../../contract/errors.js';
import type { Hello } from '../../contract/protocol.js';
import { AwayError, findLocalSocket, openSocket } from '../local-agent.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { findMeant, waysTo } from './choice.js';
import { type Connected, connectSpeaker, openFirst, UnreachableError } from './connect.js';
import { findOwn, openNeighbour, openOwn } from './own.js';
import { loadSocket, type TellingSocket } from './socket.js';
import { type Known, openKnownSpeakers, toCredential, type KnownSpeakers } from './known-speakers.js';
import { refuseTwins } from './twin.js';
import { hostOf, parseUrl, toSecure } from './url.js';

/** The speaker that the command line selects. */
export interface Wanted {
  readonly url: string | null;
  /** A name or an id. */
  readonly device: string | null;
  readonly token: string | null;
}

const NAME = 'tonearm ctl';

/**
 * Opens a session with the selected speaker: the named one, else this machine's own, else the only one that is known or in
 * sight. Rejects with an `ExitError`: 64 if there are several, 1 if none answers or this machine's cannot be reached.
 */
export async function openTarget(wanted: Wanted, environment: NodeJS.ProcessEnv): Promise<Connected> {
  if (!isNamed(wanted)) {
    const local = await openOwn(environment).catch(adviseOthers);
    if (local !== null) return local;
  }
  const neighbour = wanted.device === null ? null : await openNeighbour(wanted.device, environment);
  if (neighbour !== null) return neighbour;
  const given = wanted.token ?? toToken(environment);
  const speakers = openKnownSpeakers(environment);
  // A given token was not claimed where those in the file were.
  const known = given === null ? speakers.all() : [];
  const knownAs = (hello: Hello | null) => known.find(({ deviceUuid }) => deviceUuid === hello?.deviceUuid);
  const meant = wanted.url === null ? await findMeant(wanted.device, known, environment) : null;
  const open = async (at: string) =>
    connectSpeaker({
      url: at,
      name: NAME,
      token: hello => {
        // Another speaker answers at that address, perhaps an open one: a guest's command is not meant for it either.
        if (meant !== null && meant.deviceUuid !== hello.deviceUuid)
          throw new ControlError('unproven', 'Another speaker answers there.');
        if (given !== null) return { token: given };
        const same = knownAs(hello);
        if (same !== undefined) return toCredential(same);
        if (meant === null) refuseAnothersHome(hello, at, known);
        return null;
      },
      WebSocket: await loadSocket(),
    });
  const openAt = (at: string) =>
    open(at).catch((error: unknown) => {
      const isOverTls = error instanceof ExitError && error.cause instanceof OverTlsError;
      if (isOverTls) return open(toSecure(at)).catch(adviseReplacement);
      if (meant?.known?.tls === true) adviseReplacement(error);
      throw error;
    });
  const ways =
    meant === null ? [parseUrl(wanted.url ?? '')] : waysTo(meant, given !== null || meant.known !== null);
  if (ways.length === 0) throw createPlain(meant?.name ?? '');
  const opened = await openFirst(ways, openAt);
  if (meant?.seen != null) await refuseTwins({ opened, found: meant.seen, ways }, openAt);
  keepName(opened, knownAs(opened.hello), speakers);
  return opened;
}

/** Keeps the name that a known speaker has now. Over plain HTTP, a host in the middle can change it. */
function keepName({ hello, url }: Connected, known: Known | undefined, speakers: KnownSpeakers): void {
  if (known === undefined || hello === null || hello.name === known.name || !url.startsWith('wss:')) return;
  try {
    speakers.rename(known, hello.name);
  } catch (error) {
    // The session is open all the same.
    if (isBug(error)) throw error;
  }
}

/** Refuses a stranger at the address of a known speaker: he would get the commands meant for that. Throws an `ExitError`. */
function refuseAnothersHome({ name }: Hello, at: string, known: readonly Known[]): void {
  const owner = known.find(({ url }) => url !== undefined && hostOf(url) === hostOf(at));
  if (owner === undefined) return;
  const [shown, other] = [name, owner.name].map(each => JSON.stringify(oneLine(each)));
  throw createTrouble(
    `another speaker, ${shown}, answers at ${oneLine(at)}, the address of ${other}, and was told nothing`,
    'choose the speaker with --device, or claim a link of the one that is there now',
  );
}

function createPlain(name: string): ExitError {
  const who = JSON.stringify(oneLine(name));
  const problem = `${who} answers without TLS, so it may not be the speaker that this token is for`;
  return createTrouble(problem, 'give its address with --url');
}

/**
 * Opens another session with the selected speaker. This machine's own is not looked for in the network: nobody there has
 * to prove that he is that speaker.
 */
export function reopenTarget(
  { url }: Connected,
  wanted: Wanted,
  environment: NodeJS.ProcessEnv,
): Promise<Connected> {
  return URL.canParse(url) ? openTarget(wanted, environment) : openSocket(url, NAME);
}

/** Adds how to go on with a known speaker that does not answer TLS any more. Always throws. */
function adviseReplacement(error: unknown): never {
  if (!(error instanceof UnreachableError) || !/does not use TLS/.test(error.message)) throw error;
  const [what = ''] = error.message.split('\n→ ');
  throw createTrouble(
    `${what}, which is kept for this speaker`,
    'if the speaker has no TLS any more (TONEARM_TLS=off), claim a new link of it',
    { cause: error },
  );
}

/** Where to claim an invitation. */
interface ClaimPlace {
  /** The addresses to try, in this order; or the path of this machine's own socket. */
  readonly urls: readonly string[];
  /** The id of the speaker that was chosen by DNS-SD; absent if it was chosen by address. */
  readonly deviceUuid?: string | undefined;
  /** The class for this machine's own socket; null: it is claimed over the network. */
  readonly OwnSocket: TellingSocket | null;
}

/**
 * Returns where to claim an invitation at the selected speaker. `isTold`: the code is sent as it is, so the user must
 * have given the address. Rejects with an `ExitError`.
 */
export async function findClaimPlace(
  wanted: Wanted,
  environment: NodeJS.ProcessEnv,
  isTold: boolean,
): Promise<ClaimPlace> {
  const path = isNamed(wanted) ? null : findOwnSocket(environment);
  if (path !== null) {
    const { LocalSocket } = await import('../../client/node-local-socket.js');
    return { urls: [path], OwnSocket: LocalSocket };
  }
  if (wanted.url !== null) {
    const url = parseUrl(wanted.url);
    // Programs use TLS where the claim did, and the links of a speaker that answers both say http.
    return { urls: [...new Set([toSecure(url), url])], OwnSocket: null };
  }
  if (isTold)
    throw createTrouble(
      'digits are told to whatever answers, so they go only to an address that you give',
      'use the link of the invitation, or give the address with --url',
      { exitCode: EXIT.usage },
    );
  const found = await findMeant(wanted.device, openKnownSpeakers(environment).all(), environment);
  const urls = waysTo(found, false).map(toSecure);
  return { urls: [...new Set(urls)], deviceUuid: found.deviceUuid, OwnSocket: null };
}

export function isNamed({ url, device }: Wanted): boolean {
  return url !== null || device !== null;
}

function findOwnSocket(environment: NodeJS.ProcessEnv): string | null {
  const own = findOwn(environment);
  try {
    return own === null ? null : findLocalSocket(own);
  } catch (error) {
    return adviseOthers(error);
  }
}

/** Adds the advice to name another speaker, which is never selected implicitly. Always throws. */
function adviseOthers(error: unknown): never {
  if (!(error instanceof AwayError)) throw error;
  const message = `${error.message}; to control another speaker, use --device or --url`;
  throw new ExitError(error.exitCode, message, { cause: error });
}

function toToken(environment: NodeJS.ProcessEnv): string | null {
  const token = environment['TONEARM_CONTROL_TOKEN'] ?? '';
  return token === '' ? null : token;
}
