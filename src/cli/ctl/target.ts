import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlClient } from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import { OverTlsError } from '../../client/opening.js';
import { EXIT, ExitError } from '../../errors.js';
import { AwayError, findLocalSocket, openLocalAgent } from '../local-agent.js';
import { oneLine } from '../output.js';
import { connectSpeaker, UnreachableError } from './connect.js';
import { findSpeakers, type FoundSpeaker } from './speakers.js';
import { createTrouble } from '../trouble.js';
import { createKeyring, toSecure } from './keyring.js';
import { openNeighbour } from './neighbours.js';
import { loadSocket, type TellingSocket } from './socket.js';
import { openTokenFile } from './tokens.js';

/** Which speaker is meant, as far as the command line says. */
export interface Wanted {
  readonly url: string | null;
  /** A name or id. */
  readonly device: string | null;
  readonly token: string | null;
}

const PORT = 8710;
/** So long one address is waited for before the next is asked as well. */
const PATIENCE_MS = 2_000;
/** Once one has been waited for, the others are in haste: many may be advertised that say nothing. */
const NEXT_MS = 200;
const MOST_ADDRESSES = 32;
const NAME = 'tonearm ctl';

/**
 * A session with the speaker that is meant: the one named, else this machine's own, else the only one in the network.
 * An `ExitError` says why there is none: 64 when several answer, 1 when none does, or this machine's cannot be spoken to.
 */
export async function openTarget(wanted: Wanted, environment: NodeJS.ProcessEnv): Promise<ControlClient> {
  if (!isNamed(wanted)) {
    const local = await openLocalAgent(NAME).catch(adviseOthers);
    if (local !== null) return local;
  }
  const neighbour = wanted.device === null ? null : await openNeighbour(wanted.device, environment);
  if (neighbour !== null) return neighbour;
  const keys = createKeyring({
    given: wanted.token ?? toToken(environment),
    tokens: openTokenFile(environment),
  });
  const found = wanted.url === null ? choose(await findSpeakers(environment), wanted.device) : null;
  const urls = found === null ? [parseUrl(wanted.url ?? '')] : keys.waysTo(found);
  const open = async (at: string) =>
    connectSpeaker({
      url: at,
      name: NAME,
      token: hello => {
        // Whoever is at that address now, a guest's command is not for him either.
        if (found !== null && hello.deviceUuid !== found.deviceUuid)
          throw new ControlError('unproven', 'Another speaker answers there.');
        return keys.keyTo(hello);
      },
      WebSocket: await loadSocket(),
    });
  return openFirst(urls, at =>
    open(at).catch((error: unknown) => {
      const isOverTls = error instanceof ExitError && error.cause instanceof OverTlsError;
      if (!isOverTls) throw error;
      return open(toSecure(at));
    }),
  );
}

/** Anybody may advertise a speaker: where one is not reached, is not the one, or says nothing for a while, the next is asked. */
async function openFirst(
  urls: readonly string[],
  open: (url: string) => Promise<ControlClient>,
): Promise<ControlClient> {
  const addresses = [...new Set(urls)].slice(0, MOST_ADDRESSES);
  const tries: Promise<ControlClient>[] = [];
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
  // What the speaker itself says comes before what others do.
  const said = errors.find(error => error !== null && !isElsewhere(error)) ?? errors[0];
  throw said ?? new ExitError(EXIT.fault, 'no address');
}

/** Throws what no speaker has to do with. */
function toExit(error: unknown): ExitError {
  if (error instanceof ExitError) return error;
  throw error;
}

function isElsewhere(error: ExitError): boolean {
  const isUnproven = error.cause instanceof ControlError && error.cause.reason === 'unproven';
  return isUnproven || error instanceof UnreachableError;
}

/**
 * Where an invitation is taken up: the speaker that is meant, by whichever door it has. `isTold`: its code is told to whoever is
 * there, so that it must be one that nobody else can be.
 */
export async function findDoor(
  wanted: Wanted,
  environment: NodeJS.ProcessEnv,
  isTold: boolean,
): Promise<{ readonly url: string; readonly WebSocket: TellingSocket }> {
  const path = isNamed(wanted) ? null : findOwnSocket();
  if (path !== null) {
    const { LocalSocket } = await import('../../client/node-local-socket.js');
    return { url: path, WebSocket: LocalSocket };
  }
  return { url: await findUrl(wanted, environment, isTold), WebSocket: await loadSocket() };
}

/** No speaker is named, and this machine is none. Throws an `ExitError` where it is one that cannot be spoken to. */
export function meansNone(wanted: Wanted): boolean {
  return !isNamed(wanted) && findOwnSocket() === null;
}

function isNamed({ url, device }: Wanted): boolean {
  return url !== null || device !== null;
}

function findOwnSocket(): string | null {
  try {
    return findLocalSocket();
  } catch (error) {
    return adviseOthers(error);
  }
}

/** A speaker elsewhere is never meant unless it is named. */
function adviseOthers(error: unknown): never {
  if (!(error instanceof AwayError)) throw error;
  const message = `${error.message}; another speaker is named with --device or --url`;
  throw new ExitError(error.exitCode, message, { cause: error });
}

/** The address of the control API of the speaker that is meant, this machine left out. */
async function findUrl(wanted: Wanted, environment: NodeJS.ProcessEnv, isTold: boolean): Promise<string> {
  if (wanted.url !== null) return parseUrl(wanted.url);
  const speakers = await findSpeakers(environment);
  const found = choose(speakers, wanted.device);
  const namesakes = wanted.device === null ? [found] : perhapsMeant(speakers, wanted.device);
  if (!isTold || (found.isOne && namesakes.length === 1)) return found.url;
  const name = JSON.stringify(oneLine(found.name));
  const many = found.isOne ? 'is not the only one that this may mean' : 'is seen at several addresses';
  const problem = `${name} ${many}, and the digits would be told to whoever is at one`;
  throw createTrouble(problem, 'take the link of the invitation, or name the address with --url', {
    exitCode: EXIT.usage,
  });
}

const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['http:', 'ws'],
  ['ws:', 'ws'],
  ['https:', 'wss'],
  ['wss:', 'wss'],
]);

/** `http://kitchen.local:8710/`, `ws://…/control`, `kitchen.local` and `192.0.2.7:8710` all name a speaker. */
export function parseUrl(text: string): string {
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const address = hasScheme ? text : `http://${text}`;
  const wrong = new ExitError(EXIT.usage, `--url must be an address such as http://kitchen.local:${PORT}/`);
  if (!URL.canParse(address)) throw wrong;
  const { protocol, hostname, port, pathname } = new URL(address);
  const scheme = SCHEMES.get(protocol);
  if (scheme === undefined || hostname === '') throw wrong;
  // Whatever stands behind the path may be a secret: it is not sent along.
  return `${scheme}://${hostname}:${port === '' ? portOf(hasScheme, address) : port}${pathname === '/' ? '/control' : pathname}`;
}

/** An address that says `:80` means it, though a URL forgets the port that its scheme has anyway. */
function portOf(hasScheme: boolean, address: string): number {
  const hasPort = /^[a-z]+:\/\/[^/?#]*:\d+(?:[/?#]|$)/i.test(address);
  if (hasPort) return /^(?:https|wss):/i.test(address) ? 443 : 80;
  return hasScheme && /^(?:https|wss):/i.test(address) ? 443 : PORT;
}

function choose(found: readonly FoundSpeaker[], device: string | null): FoundSpeaker {
  const names = found.map(({ name }) => JSON.stringify(name)).join(', ');
  const [only, ...others] = device === null ? found : meantBy(found, device);
  if (only === undefined) {
    const who = device === null ? 'no speaker answers' : `no speaker ${JSON.stringify(device)} answers`;
    const remedy =
      names === '' ? 'is it switched on, and in this network? Else name its address with --url' : null;
    throw createTrouble(`${who}${names === '' ? '' : `, but there is ${names}`}`, remedy);
  }
  if (others.length === 0) return only;
  throw createTrouble('several speakers answer', `choose with --device: ${names}`, { exitCode: EXIT.usage });
}

/** Whatever bears the word as its name or id, in capitals or not. */
function perhapsMeant(found: readonly FoundSpeaker[], device: string): readonly FoundSpeaker[] {
  const wanted = device.toLowerCase();
  return found.filter(({ deviceUuid, name, others }) =>
    [deviceUuid, name, ...others.map(other => other.name)].some(word => word.toLowerCase() === wanted),
  );
}

/** Anybody may call a speaker as he likes: what is meant word for word comes first, and an id before a name. */
function meantBy(found: readonly FoundSpeaker[], device: string): readonly FoundSpeaker[] {
  const namesOf = ({ name, others }: FoundSpeaker): string[] => [name, ...others.map(other => other.name)];
  const perhaps = perhapsMeant(found, device);
  const ways = [
    perhaps.filter(({ deviceUuid }) => deviceUuid === device),
    perhaps.filter(speaker => namesOf(speaker).includes(device)),
    perhaps,
  ];
  return ways.find(({ length }) => length > 0) ?? [];
}

function toToken(environment: NodeJS.ProcessEnv): string | null {
  const token = environment['TONEARM_CONTROL_TOKEN'] ?? '';
  return token === '' ? null : token;
}
