import { setTimeout as sleep } from 'node:timers/promises';
import { ControlError } from '../../client/control-error.js';
import { OverTlsError } from '../../client/opening.js';
import { EXIT, ExitError } from '../../errors.js';
import { AwayError, findLocalSocket } from '../local-agent.js';
import { oneLine } from '../output.js';
import { type Connected, connectSpeaker, UnreachableError } from './connect.js';
import { findSpeakers, type FoundSpeaker } from './speakers.js';
import { createTrouble } from '../trouble.js';
import { createKeyring, toSecure } from './keyring.js';
import { keepName, knownBy, refuseBorrowedName } from './namesake.js';
import { openNeighbour } from './neighbours.js';
import { findOwn, openOwn } from './own.js';
import { loadSocket, type TellingSocket } from './socket.js';
import { openTokenFile, type TokenFile } from './tokens.js';
import { parseUrl } from './url.js';

/** The speaker that the command line selects. */
export interface Wanted {
  readonly url: string | null;
  /** A name or an id. */
  readonly device: string | null;
  readonly token: string | null;
}

/** How long to wait for the first address before trying the next as well, in milliseconds. */
const PATIENCE_MS = 2_000;
/** The same for the others: many silent addresses may be advertised. */
const NEXT_MS = 200;
const MOST_ADDRESSES = 32;
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
  const known = given === null ? tokens : null;
  const found = wanted.url === null ? choose(await findSpeakers(environment), wanted.device, known) : null;
  // A given token is shown to nobody: a peer that does not know it cannot open the session.
  if (found !== null && given === null)
    refuseBorrowedName(found, { device: wanted.device, tokens, isTold: false });
  const urls = found === null ? [parseUrl(wanted.url ?? '')] : keys.waysTo(found);
  const open = async (at: string) =>
    connectSpeaker({
      url: at,
      name: NAME,
      token: hello => {
        // Another speaker answers at that address, perhaps an open one: a guest's command is not meant for it either.
        if (found !== null && hello.deviceUuid !== found.deviceUuid)
          throw new ControlError('unproven', 'Another speaker answers there.');
        return keys.keyTo(hello, found === null ? null : at);
      },
      WebSocket: await loadSocket(),
    });
  const opened = await openFirst(urls, at =>
    open(at).catch((error: unknown) => {
      const isOverTls = error instanceof ExitError && error.cause instanceof OverTlsError;
      if (!isOverTls) throw error;
      return open(toSecure(at));
    }),
  );
  // Over plain HTTP, a host in the middle can change the name.
  if (given === null && opened.hello !== null && opened.url.startsWith('wss:'))
    keepName(tokens, opened.hello);
  return opened;
}

/**
 * Opens the first address that works. Anybody can advertise a speaker, so the next address is tried when one fails, is
 * another speaker, or stays silent for a while.
 */
async function openFirst(
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
function toExit(error: unknown): ExitError {
  if (error instanceof ExitError) return error;
  throw error;
}

function isElsewhere(error: ExitError): boolean {
  const isUnproven = error.cause instanceof ControlError && error.cause.reason === 'unproven';
  return isUnproven || error instanceof UnreachableError;
}

/** Where to claim an invitation. */
interface Door {
  readonly url: string;
  /** The id of the speaker that was chosen by DNS-SD; null if it was chosen by address. */
  readonly deviceUuid: string | null;
  readonly WebSocket: TellingSocket;
}

/**
 * Returns the address and socket class with which to claim an invitation at the selected speaker. `isTold`: the code is
 * sent in the clear, so the speaker must be unambiguous.
 */
export async function findDoor(
  wanted: Wanted,
  environment: NodeJS.ProcessEnv,
  isTold: boolean,
): Promise<Door> {
  const path = isNamed(wanted) ? null : findOwnSocket(environment);
  if (path !== null) {
    const { LocalSocket } = await import('../../client/node-local-socket.js');
    return { url: path, deviceUuid: null, WebSocket: LocalSocket };
  }
  return { ...(await findPlace(wanted, environment, isTold)), WebSocket: await loadSocket() };
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

/** Returns the control address and id of the selected speaker, not considering this machine's own. */
async function findPlace(
  wanted: Wanted,
  environment: NodeJS.ProcessEnv,
  isTold: boolean,
): Promise<Pick<Door, 'url' | 'deviceUuid'>> {
  if (wanted.url !== null) return { url: parseUrl(wanted.url), deviceUuid: null };
  const speakers = await findSpeakers(environment);
  const tokens = openTokenFile(environment);
  const found = choose(speakers, wanted.device, isTold ? tokens : null);
  if (isTold) refuseBorrowedName(found, { device: wanted.device, tokens, isTold });
  const namesakes = wanted.device === null ? [found] : perhapsMeant(speakers, wanted.device);
  if (!isTold || (found.isOne && namesakes.length === 1)) return found;
  const name = JSON.stringify(oneLine(found.name));
  const many = found.isOne
    ? 'is not the only speaker that this may mean'
    : 'is advertised at several addresses';
  const problem = `${name} ${many}, so the digits could go to another machine`;
  throw createTrouble(problem, 'use the link of the invitation, or give the address with --url', {
    exitCode: EXIT.usage,
  });
}

function choose(
  found: readonly FoundSpeaker[],
  device: string | null,
  tokens: TokenFile | null,
): FoundSpeaker {
  const names = found.map(({ name }) => JSON.stringify(name)).join(', ');
  const [only, ...others] = device === null ? found : meantBy(found, device, tokens);
  if (only === undefined) {
    const who = device === null ? 'no speaker answers' : `no speaker ${JSON.stringify(device)} answers`;
    const remedy =
      names === ''
        ? 'is it switched on, and on this network? Otherwise give its address with --url'
        : 'choose one with --device; "tonearm ctl speakers" lists them all';
    throw createTrouble(`${who}${names === '' ? '' : `, only ${names}`}`, remedy);
  }
  if (others.length === 0) return only;
  throw createTrouble('several speakers answer', `choose one with --device: ${names}`, {
    exitCode: EXIT.usage,
  });
}

/** Returns the speakers with this name or id, ignoring case. */
function perhapsMeant(found: readonly FoundSpeaker[], device: string): readonly FoundSpeaker[] {
  const wanted = device.toLowerCase();
  return found.filter(({ deviceUuid, name, others }) =>
    [deviceUuid, name, ...others.map(other => other.name)].some(word => word.toLowerCase() === wanted),
  );
}

/**
 * Returns the speakers meant by this name or id. Anybody can choose any name: a known speaker takes precedence over
 * others, an exact match over one that ignores case, and an id over a name. `tokens`: null to know none.
 */
function meantBy(
  found: readonly FoundSpeaker[],
  device: string,
  tokens: TokenFile | null,
): readonly FoundSpeaker[] {
  const namesOf = ({ name, others }: FoundSpeaker): string[] => [name, ...others.map(other => other.name)];
  const toBest = (each: readonly FoundSpeaker[]): readonly FoundSpeaker[] =>
    [
      each.filter(({ deviceUuid }) => deviceUuid === device),
      each.filter(speaker => namesOf(speaker).includes(device)),
      each,
    ].find(({ length }) => length > 0) ?? [];
  const perhaps = perhapsMeant(found, device);
  if (tokens === null) return toBest(perhaps);
  const known = knownBy(found, device, tokens);
  if (known.length > 0) return toBest(known);
  // Some are known, but have not proven themselves under this name: the user must choose.
  const count = perhaps.filter(({ deviceUuid }) => tokens.find(deviceUuid) !== null).length;
  return count > 0 && count < perhaps.length ? perhaps : toBest(perhaps);
}

function toToken(environment: NodeJS.ProcessEnv): string | null {
  const token = environment['TONEARM_CONTROL_TOKEN'] ?? '';
  return token === '' ? null : token;
}
