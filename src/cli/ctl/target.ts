import { ControlError } from '../../client/control-error.js';
import { OverTlsError } from '../../client/opening.js';
import { EXIT, ExitError } from '../../contract/errors.js';
import type { Hello } from '../../contract/protocol.js';
import { AwayError, findLocalSocket, openSocket } from '../local-agent.js';
import { type Connected, connectSpeaker, UnreachableError } from './connect.js';
import { findSpeakers, type FoundSpeaker } from './speakers.js';
import { createTrouble } from '../trouble.js';
import { choose } from './choice.js';
import { findChosen } from './chosen.js';
import { createKeyring, inTurns, type Keyring } from './keyring.js';
import { keepProven } from './namesake.js';
import { openNeighbour } from './neighbours.js';
import { openFirst, toExit } from './open-first.js';
import { findOwn, openOwn } from './own.js';
import { refuseAnothersHome } from './same-speaker.js';
import { loadSocket, type TellingSocket } from './socket.js';
import { isOfTls, type TokenEntry } from './token-entry.js';
import { openTokenFile, type TokenFile } from './tokens.js';
import { refuseTwins } from './twin.js';
import { parseUrl, toSecure } from './url.js';

/** The speaker that the command line selects. */
export interface Wanted {
  readonly url: string | null;
  /** A name or an id. */
  readonly device: string | null;
  readonly token: string | null;
}

const NAME = 'tonearm ctl';

/**
 * Opens a session with the selected speaker: the named one, else this machine's own, else the only one in the network.
 * Rejects with an `ExitError`: 64 if several speakers answer, 1 if none does or this machine's cannot be reached.
 */
export async function openTarget(wanted: Wanted, environment: NodeJS.ProcessEnv): Promise<Connected> {
  if (!isNamed(wanted)) {
    const local = await openOwn(environment).catch(adviseOthers);
    if (local !== null) return local;
  }
  const neighbour = wanted.device === null ? null : await openNeighbour(wanted.device, environment);
  if (neighbour !== null) return neighbour;
  const given = wanted.token ?? toToken(environment);
  const tokens = openTokenFile(environment);
  const keys = createKeyring({ given, tokens });
  const chosen = wanted.url === null ? await findChosen(wanted.device, { given, tokens, environment }) : null;
  const found = chosen?.found ?? null;
  const places = found === null ? [parseUrl(wanted.url ?? '')] : waysToAny(found, keys);
  const isProven = new WeakSet<Hello>();
  const open = async (at: string) =>
    connectSpeaker({
      url: at,
      name: NAME,
      token: hello => {
        // Another speaker answers at that address, perhaps an open one: a guest's command is not meant for it either.
        if (found?.every(({ deviceUuid }) => deviceUuid !== hello.deviceUuid) === true)
          throw new ControlError('unproven', 'Another speaker answers there.');
        if (found === null && given === null) refuseAnothersHome(hello, at, tokens);
        const key = keys.keyTo(hello);
        if (key !== null) isProven.add(hello);
        return key;
      },
      WebSocket: await loadSocket(),
    });
  const isOfTlsOnly = found?.some(({ deviceUuid }) => isKeptOfTls(tokens.find(deviceUuid))) === true;
  const openAt = (at: string) =>
    open(at).catch((error: unknown) => {
      const isOverTls = error instanceof ExitError && error.cause instanceof OverTlsError;
      if (isOverTls) return open(toSecure(at)).catch(adviseReplacement);
      if (given === null && isOfTlsOnly) adviseReplacement(error);
      throw error;
    });
  const opened = await openFirst(places, openAt).catch((error: unknown) => {
    chosen?.refuseOthers();
    throw error;
  });
  const { hello } = opened;
  const same = found?.find(({ deviceUuid }) => deviceUuid === hello?.deviceUuid);
  if (same !== undefined) await refuseTwins({ opened, found: same, ways: keys.waysTo(same) }, openAt);
  // Over plain HTTP, a host in the middle can change the name.
  if (given === null && hello !== null && isProven.has(hello) && opened.url.startsWith('wss:'))
    keepProven(tokens, {
      hello,
      id: opened.opened?.id,
      given: found === null ? opened.url : null,
      mayRename: isByKnown(hello.deviceUuid, wanted, tokens),
    });
  return opened;
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

/** Returns the addresses of all these speakers; throws only if there is no way to any of them. */
function waysToAny(found: readonly FoundSpeaker[], keys: Keyring): readonly string[] {
  const errors: ExitError[] = [];
  const ways = found.flatMap(speaker => {
    try {
      return keys.waysTo(speaker);
    } catch (error) {
      errors.push(toExit(error));
      return [];
    }
  });
  const [first] = errors;
  if (ways.length === 0 && first !== undefined) throw first;
  // The order of one speaker's addresses says which are safe.
  return found.length > 1 ? inTurns(ways) : ways;
}

/** Whether a speaker was chosen by its address, its id, or the name that is kept, and not by a name of its own making. */
function isByKnown(deviceUuid: string, { url, device }: Wanted, tokens: TokenFile): boolean {
  if (url !== null || device === null) return true;
  const words = [deviceUuid, tokens.find(deviceUuid)?.name];
  return words.some(word => word?.toLowerCase() === device.toLowerCase());
}

function isKeptOfTls(entry: TokenEntry | null): boolean {
  return entry !== null && isOfTls(entry);
}

/** Adds how to go on with a known speaker that does not answer TLS any more. Always throws. */
function adviseReplacement(error: unknown): never {
  if (!(error instanceof UnreachableError) || !/does not use TLS/.test(error.message)) throw error;
  const [what = ''] = error.message.split('\n→ ');
  throw createTrouble(
    `${what}, which is kept for this speaker`,
    'if the speaker has no TLS any more (TONEARM_TLS=off), claim a new link of it with --replace',
    { cause: error },
  );
}

/** Where to claim an invitation. */
interface Door {
  /** The addresses to try, in this order; or the path of this machine's own socket. */
  readonly urls: readonly string[];
  /** The id of the speaker that was chosen by DNS-SD; null if it was chosen by address. */
  readonly deviceUuid: string | null;
  /** The class for this machine's own socket; null: it is claimed over the network. */
  readonly OwnSocket: TellingSocket | null;
}

/**
 * Returns where to claim an invitation at the selected speaker. `isTold`: the code is sent as it is, so the user must
 * have given the address. Rejects with an `ExitError`.
 */
export async function findDoor(
  wanted: Wanted,
  environment: NodeJS.ProcessEnv,
  isTold: boolean,
): Promise<Door> {
  const path = isNamed(wanted) ? null : findOwnSocket(environment);
  if (path !== null) {
    const { LocalSocket } = await import('../../client/node-local-socket.js');
    return { urls: [path], deviceUuid: null, OwnSocket: LocalSocket };
  }
  if (wanted.url !== null) {
    const url = parseUrl(wanted.url);
    // Programs use TLS where the claim did, and the links of a speaker that answers both say http.
    return { urls: [...new Set([toSecure(url), url])], deviceUuid: null, OwnSocket: null };
  }
  if (isTold)
    throw createTrouble(
      'digits are told to whatever answers, so they go only to an address that you give',
      'use the link of the invitation, or give the address with --url',
      { exitCode: EXIT.usage },
    );
  const { deviceUuid, url, others } = choose(await findSpeakers(environment), wanted.device, null);
  const urls = [url, ...others.map(other => other.url)].map(toSecure);
  return { urls: [...new Set(urls)], deviceUuid, OwnSocket: null };
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
