import { isDeepStrictEqual } from 'node:util';
import type { Claimed } from '../../client/claim.js';
import type { SocketConstructor } from '../../client/connection.js';
import { ExitError } from '../../contract/errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { toCommandLine } from './command-line.js';
import { namesakesOf } from './namesake.js';
import { onSpeaker } from './on-speaker.js';
import { ownerOf } from './same-speaker.js';
import { homesOf, isOfTls, type Known, type TokenEntry, withHomesOf, withPlace } from './token-entry.js';
import type { TokenFile } from './tokens.js';
import { tryOnce, type Trial } from './trial.js';
import { toSecure } from './url.js';

interface Place {
  /** The address of the claim, or the path of this machine's own socket. */
  readonly at: string;
  /** The address that the user gave, by `--url` or in the link; null if the speaker was found. */
  readonly given: string | null;
  /** Whether the token takes the place of those of other speakers with this id or name; only after a claim by link. */
  readonly isReplacing: boolean;
  /** The token that was kept of this speaker when the claim was allowed; null if none. */
  readonly judged: string | null;
  readonly tokens: TokenFile;
  /** How to open a session with the speaker; null for this machine's own socket, which needs no check. */
  readonly trial: { readonly name: string; readonly WebSocket: SocketConstructor } | null;
}

export interface Kept {
  /** The name under which the speaker is kept: its own, or its id if another known speaker has such a name. */
  readonly name: string;
  readonly own: string;
  /** The names of the other speakers that it has replaced. */
  readonly replaced: readonly string[];
  /** Whether what the speaker has proven could be kept, too, and not only its token. */
  readonly isWhole: boolean;
  /** Whether the speaker was used over TLS, and is no longer. */
  readonly losesTls: boolean;
  /** Whether something else than the speaker answered TLS. */
  readonly isDisturbed: boolean;
}

/** What the speaker has proven: `name` and `id` are null if it has not. `tls`: what has come of TLS; null if not tried. */
interface Proven {
  readonly name: string | null;
  readonly id: string | null;
  readonly tls: Trial['outcome'] | null;
}

/**
 * Keeps the token at once, and then what the speaker proves in a session: without TLS, a host in the middle can change
 * every other word of a claim.
 */
export async function keepClaimed(claimed: Claimed, place: Place): Promise<Kept> {
  const { tokens } = place;
  const { deviceUuid, hello } = claimed;
  const unproven = { name: null, id: null, tls: null };
  const { before, first } = orTakenBack(claimed, place, () => keepFirst(unproven, claimed, place));
  const proven = await prove(claimed, place);
  return orTakenBack(claimed, place, () => {
    const now = tokens.find(deviceUuid);
    // Another program has used the token meanwhile, and kept what was proven then.
    const isNoted = now !== null && now.token === first.token && !isDeepStrictEqual(now, first);
    const left = before === null || now === null ? before : withHomesOf(before, now);
    const entry = isNoted && proven.tls !== 'opens' ? now : toEntry(proven, left, { claimed, place });
    const replaced = replacedBy(proven, before, { claimed, place });
    const isWhole = keepLast(entry, replaced, { claimed, place });
    return {
      name: (isWhole ? entry : first).name,
      own: proven.name ?? before?.name ?? hello.name,
      replaced: isWhole ? replaced.map(other => other.name) : [],
      isWhole,
      losesTls: before !== null && isOfTls(before) && !isOfTls(entry),
      isDisturbed: proven.tls === 'refuses' || proven.tls === 'fails',
    };
  });
}

interface Scene {
  readonly claimed: Claimed;
  readonly place: Place;
}

/** Keeps the token beside what was known of the speaker. */
function keepFirst(
  unproven: Proven,
  claimed: Claimed,
  place: Place,
): { readonly before: TokenEntry | null; readonly first: TokenEntry } {
  const { tokens, isReplacing, judged, trial } = place;
  const before = tokens.find(claimed.deviceUuid);
  const first = toEntry(unproven, before, { claimed, place });
  const isAnyReplaced = isReplacing || trial === null;
  tokens.keep(claimed.deviceUuid, first, {
    instead: isAnyReplaced ? (before?.token ?? null) : judged,
    taken: takenBy(place),
  });
  return { before, first };
}

/** The address that is no other speaker's from now on. */
function takenBy({ isReplacing, given }: Place): string | null {
  return isReplacing ? given : null;
}

/** Keeps what has been proven. Returns false if that is not possible. */
function keepLast(entry: TokenEntry, replaced: readonly Known[], { claimed, place }: Scene): boolean {
  const { tokens } = place;
  try {
    tokens.keep(claimed.deviceUuid, entry, {
      instead: claimed.token,
      without: replaced.map(other => other.deviceUuid),
      taken: takenBy(place),
    });
    return true;
  } catch (error) {
    // What was kept first opens a session, too.
    if (tokens.find(claimed.deviceUuid)?.token !== claimed.token) throw error;
    return false;
  }
}

/** Opens a session with the new token over TLS, where nobody in the middle can join in. */
async function prove({ token, id, deviceUuid, hello }: Claimed, { at, trial }: Place): Promise<Proven> {
  if (trial === null) return { name: hello.name, id, tls: null };
  // Without an id, the speaker says it: behind its certificate, nobody else can.
  const tried = await tryOnce(at, { token, deviceUuid }, trial);
  if (tried.outcome !== 'opens') return { name: null, id: null, tls: tried.outcome };
  return { name: tried.hello.name, id: tried.opened.id ?? null, tls: 'opens' };
}

/** Returns the other speakers that this one replaces: none if it was known, as that is replaced then. */
function replacedBy(
  { name }: Proven,
  before: TokenEntry | null,
  { claimed: { deviceUuid }, place: { isReplacing, tokens } }: Scene,
): readonly Known[] {
  if (!isReplacing || before !== null) return [];
  const words = [deviceUuid, ...(name === null ? [] : [name])];
  return words.flatMap(word => namesakesOf(deviceUuid, word, tokens));
}

/**
 * Returns what to keep. No address is kept that was found: anybody can be found, pass the claim on, and say later that the
 * token is void. Unless it is replaced, a speaker stays at its address. Where something answers TLS that is not the
 * speaker, there is a host in the middle, and so the speaker is used over TLS only.
 */
function toEntry(
  { name: proven, id, tls: outcome }: Proven,
  before: TokenEntry | null,
  { claimed, place }: Scene,
): TokenEntry {
  const { at, isReplacing, tokens, trial } = place;
  const { deviceUuid, hello, token } = claimed;
  // The address of another known speaker is nobody else's, unless the user says so.
  const isTaken = place.given !== null && ownerOf(deviceUuid, place.given, tokens) !== undefined;
  const given = isTaken && !isReplacing ? null : place.given;
  const own = proven ?? before?.name ?? hello.name;
  // An unproven name replaces nobody's, and a speaker that was known none but itself.
  const isFree =
    (isReplacing && proven !== null && before === null) || namesakesOf(deviceUuid, own, tokens).length === 0;
  const wasOfTls = before !== null && isOfTls(before) && !(isReplacing && outcome === 'absent');
  const tls = wasOfTls || at.startsWith('wss:') || (outcome !== null && outcome !== 'absent');
  const home = isReplacing && outcome !== null ? (given ?? before?.url) : (before?.url ?? given);
  const url = trial === null || home == null ? null : tls ? toSecure(home) : home;
  const others = [...homesOf(before ?? {}), ...(given === null || proven === null ? [] : [given])];
  const places = others
    .map(toSecure)
    .filter(other => url === null || other !== toSecure(url))
    .reduce<readonly string[]>(withPlace, []);
  return {
    name: isFree ? own : deviceUuid,
    token,
    ...(id !== null && { id }),
    ...(url !== null && { url }),
    ...(places.length > 0 && { places }),
    tls,
  };
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
