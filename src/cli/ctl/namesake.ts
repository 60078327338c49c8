import { isDeepStrictEqual } from 'node:util';
import { toClientName } from '../../client-name.js';
import { isBug } from '../../errors.js';
import { looksOf } from '../../likeness.js';
import type { Hello } from '../../protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { quote } from './command-line.js';
import type { FoundSpeaker } from './speakers.js';
import { type Known, withPlace } from './token-entry.js';
import type { TokenFile } from './tokens.js';

/** Numbers that Avahi and Tonearm append to a name that is taken. */
const COPIES = /(?<=.)(?:\s*(?:#\d+|\(\d+\)))+$/u;

/** Whether people, or Avahi, may take one name for the other. */
function areAlike(one: string, other: string): boolean {
  const looks = looksOf(toPlain(other));
  return looksOf(toPlain(one)).some(look => looks.includes(look));
}

const toPlain = (word: string): string => toClientName(word.normalize('NFKC'), word).replace(COPIES, '');

const isOf = ({ deviceUuid, name }: Known, word: string): boolean =>
  [deviceUuid, name].some(each => areAlike(each, word));

/**
 * Returns the known speakers that a word means: those with this id or name, else in other letters, else with one like
 * it. An id does not count more than a name: a speaker chooses its own id.
 */
function knownAs(known: readonly Known[], word: string): readonly Known[] {
  const isIt = (test: (each: string) => boolean) => (entry: Known) =>
    test(entry.deviceUuid) || test(entry.name);
  const levels = [
    known.filter(isIt(each => each === word)),
    known.filter(isIt(each => each.toLowerCase() === word.toLowerCase())),
    known.filter(entry => isOf(entry, word)),
  ];
  return levels.find(level => level.length > 0) ?? [];
}

/**
 * Refuses a discovered speaker that uses the name or id of one that has admitted this user, but is another: anybody can
 * advertise both, and would get the commands or the digits meant for that speaker. `device`: the words by which it was
 * chosen; naming its own id is enough, unless a known speaker uses that as a name or id. `isTold`: digits are meant for
 * it, so a known speaker must be chosen by the name that it is known by. Throws an `ExitError`.
 */
export function refuseBorrowedName(
  found: FoundSpeaker,
  {
    device,
    tokens,
    isTold,
  }: { readonly device: string | null; readonly tokens: TokenFile; readonly isTold: boolean },
): void {
  const { deviceUuid, name, others } = found;
  const known = tokens.all();
  const named = device === null ? [] : knownAs(known, device);
  const own = known.find(entry => entry.deviceUuid === deviceUuid);
  const isById = device?.toLowerCase() === deviceUuid.toLowerCase();
  const advertised = isById ? [deviceUuid] : [deviceUuid, name, ...others.map(other => other.name)];
  const [meant] = [...named, ...known.filter(entry => advertised.some(word => isOf(entry, word)))].filter(
    entry => entry !== own,
  );
  if (own !== undefined) {
    const isNamed = named.length > 0 && named.every(entry => entry === own);
    const isUnclear = isTold && (device !== null || meant !== undefined);
    if (isNamed || (named.length === 0 && !isUnclear)) return;
    const [its, word] = [own.name, meant?.name ?? device ?? ''].map(each => JSON.stringify(oneLine(each)));
    throw createTrouble(
      `what is advertised there has the id of ${its}, which may be another speaker than ${word}`,
      `choose it with --device=${quote(oneLine(own.deviceUuid))}, or give the address of ${word} with --url`,
    );
  }
  if (meant === undefined) return;
  const [shown = '', other = ''] = [name, meant.name].map(each => JSON.stringify(oneLine(each)));
  const isTaken = known.some(entry => isOf(entry, deviceUuid));
  const replacement = isTaken
    ? ''
    : `; if this is its replacement, use --device=${quote(oneLine(deviceUuid))}`;
  throw createTrouble(
    `${shown} has not admitted you, and may only pass for ${other}, which has`,
    `give the address of ${other} with --url, or claim a new link${replacement}`,
  );
}

/** Returns the other known speakers whose name or id is like this word, which is the name or id of the speaker. */
export function namesakesOf(deviceUuid: string, word: string, tokens: TokenFile): readonly Known[] {
  return tokens.all().filter(entry => entry.deviceUuid !== deviceUuid && isOf(entry, word));
}

/**
 * Returns the known speakers that bear this name or id. The names are those under which they have proven themselves, as
 * anybody can advertise their ids under other names.
 */
export function knownBy(
  found: readonly FoundSpeaker[],
  device: string,
  tokens: TokenFile,
): readonly FoundSpeaker[] {
  const named = knownAs(tokens.all(), device);
  return found.filter(({ deviceUuid }) => named.some(entry => entry.deviceUuid === deviceUuid));
}

interface ProvenSession {
  readonly hello: Hello;
  /** The client's id, as the speaker has said it. */
  readonly id: string | undefined;
  /** The address, if the user gave it and it is no other speaker's. */
  readonly given: string | null;
  /** Whether the user has chosen the speaker by what is known of it, so that it may change its name. */
  readonly mayRename: boolean;
}

/**
 * Keeps what a speaker has just proven over TLS: that it answers TLS, its name, which may be new, the client's id, and its
 * address. No speaker takes the name of another that is known.
 */
export function keepProven(tokens: TokenFile, { hello, id, given, mayRename }: ProvenSession): void {
  try {
    const { deviceUuid, name } = hello;
    const entry = tokens.find(deviceUuid);
    if (entry === null) return;
    const { places = [] } = entry;
    const proven = {
      ...entry,
      ...(mayRename && namesakesOf(deviceUuid, name, tokens).length === 0 && { name }),
      ...(id !== undefined && { id }),
      ...(given !== null && given !== entry.url && { places: withPlace(places, given) }),
      tls: true,
    };
    if (!isDeepStrictEqual(entry, proven)) tokens.note(deviceUuid, entry.token, proven);
  } catch (error) {
    // The session is open all the same.
    if (isBug(error)) throw error;
  }
}
