import type { Claimed } from '../../client/claim.js';
import type { SocketConstructor } from '../../client/connection.js';
import { ExitError } from '../../errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { toCommandLine } from './command-line.js';
import { toSecure } from './keyring.js';
import { namesakesOf } from './namesake.js';
import { onSpeaker } from './on-speaker.js';
import { isOfTls, type TokenEntry, type TokenFile } from './tokens.js';
import { tryOnce } from './trial.js';

interface Place {
  /** The address of the claim, or the path of this machine's own socket. */
  readonly at: string;
  /** The address that the user gave, by `--url` or in the link; null if the speaker was found. */
  readonly given: string | null;
  /** Whether the token takes the place of those of other speakers with this id or name. */
  readonly isReplacing: boolean;
  readonly tokens: TokenFile;
  /** How to open a session with the speaker; null for this machine's own socket, which needs no check. */
  readonly trial: { readonly name: string; readonly WebSocket: SocketConstructor } | null;
}

interface Kept {
  /** The name under which the speaker is kept. */
  readonly name: string;
  /** Why that is not its own name: another known speaker has such a name, or this one has not proven it. */
  readonly why: 'namesake' | 'unproven' | null;
}

/** What the speaker has proven: `name` and `id` are null if it has not. */
interface Proven {
  readonly name: string | null;
  readonly id: string | null;
  readonly isOverTls: boolean;
}

/**
 * Keeps the token at once, and then what the speaker proves in a session: without TLS, a host in the middle can change
 * every other word of a claim.
 */
export async function keepClaimed(claimed: Claimed, place: Place): Promise<Kept> {
  const { tokens, isReplacing } = place;
  const { token, deviceUuid } = claimed;
  const unproven = { name: null, id: null, isOverTls: place.at.startsWith('wss:') };
  const before = orTakenBack(claimed, place, () => {
    const former = tokens.find(deviceUuid);
    tokens.keep(deviceUuid, { name: deviceUuid, token, ...toWay(unproven, former, place) });
    return former;
  });
  const proven = await prove(claimed, place);
  return orTakenBack(claimed, place, () => {
    const kept = toKept(proven, claimed, place);
    const entry = { name: kept.name, token, ...toWay(proven, before, place) };
    tokens.keep(deviceUuid, entry, isReplacing ? replacedBy(proven, claimed, tokens) : []);
    return kept;
  });
}

/** Opens a session with the new token, over TLS if the speaker answers there. */
async function prove({ token, id, deviceUuid, hello }: Claimed, { at, trial }: Place): Promise<Proven> {
  if (trial === null) return { name: hello.name, id, isOverTls: false };
  // Without an id, the speaker says it: behind its certificate, nobody else can.
  const secure = await tryOnce(toSecure(at), { token, deviceUuid }, trial);
  if (secure.outcome === 'opens' && secure.binding !== null)
    return { name: secure.hello.name, id: secure.opened.id ?? null, isOverTls: true };
  // Somebody answers there who is not the speaker: then there is TLS, and a host in the middle.
  const isOverTls = secure.outcome === 'refuses' || toSecure(at) === at;
  if (isOverTls) return { name: null, id: null, isOverTls };
  const plain = await tryOnce(at, { token, id, deviceUuid }, trial);
  return { name: null, id: plain.outcome === 'opens' ? id : null, isOverTls: false };
}

function toKept({ name }: Proven, { deviceUuid }: Claimed, { isReplacing, tokens }: Place): Kept {
  if (name === null) return { name: deviceUuid, why: 'unproven' };
  if (isReplacing || namesakesOf(deviceUuid, name, tokens).length === 0) return { name, why: null };
  return { name: deviceUuid, why: 'namesake' };
}

/** Returns the ids of the other speakers that this one replaces. */
function replacedBy({ name }: Proven, { deviceUuid }: Claimed, tokens: TokenFile): readonly string[] {
  const words = [deviceUuid, ...(name === null ? [] : [name])];
  return words.flatMap(word => namesakesOf(deviceUuid, word, tokens)).map(other => other.deviceUuid);
}

/**
 * Returns the client's id, and how to reach the speaker. No address is kept that was found: anybody can be found, pass the
 * claim on, and say later that the token is void. A speaker that has proven itself over TLS stays at its address.
 */
function toWay(
  { id, isOverTls }: Proven,
  before: TokenEntry | null,
  { at, given, isReplacing, trial }: Place,
): Pick<TokenEntry, 'id' | 'url' | 'tls'> {
  const former = isReplacing ? null : before;
  const tls = isOverTls || (former !== null && isOfTls(former));
  const home = former !== null && at.startsWith('wss:') ? former.url : (given ?? before?.url);
  const url = trial === null || home === undefined ? null : tls ? toSecure(home) : home;
  return { ...(id !== null && { id }), ...(url !== null && { url }), tls };
}

/** Runs an action on the tokens; if that fails, the error says how to take back the admission. */
function orTakenBack<T>({ hello, id }: Claimed, { at }: Place, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof ExitError)) throw cause;
    const [what = '', remedy = ''] = cause.message.split('\n→ ');
    const problem = `${what}; ${oneLine(hello.name)} has admitted you, but the token is lost`;
    const command = onSpeaker(toCommandLine(['phones', 'remove', oneLine(id)]), at);
    throw createTrouble(problem, `${remedy}; then remove your entry on the speaker: ${command}`, {
      exitCode: cause.exitCode,
      cause,
    });
  }
}
