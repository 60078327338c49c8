import { isDeepStrictEqual } from 'node:util';
import { toClientName } from '../../contract/client-name.js';
import { isBug } from '../../contract/errors.js';
import { looksOf } from '../../lib/likeness.js';
import type { Hello } from '../../contract/protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { quote } from './command-line.js';
import type { FoundSpeaker } from './speakers.js';
import { homesOf, type Known, withPlace } from './token-entry.js';
import type { TokenFile } from './tokens.js';

/** Numbers that Avahi and Tonearm append to a name that is taken. */
const COPIES = /(?<=.)(?:\s*(?:#\d+|\(\d+\)))+$/u;

/** Whether people, or Avahi, may take one name for the other. */
function areAlike(one: string, other: string): boolean {
  const looks = looksOf(toPlain(other));
  return looksOf(toPlain(one)).some(look => looks.includes(look));
}

const toPlain = (word: string): string => toClientName(word.normalize('NFKC'), word).replace(COPIES, '');

/** Whether a word is an id that means one speaker alone, whatever others call themselves. */
export function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);
}

const isOf = ({ deviceUuid, name }: Known, word: string): boolean =>
  isUuid(word)
    ? deviceUuid.toLowerCase() === word.toLowerCase()
    : [deviceUuid, name].some(each => areAlike(each, word));

/**
 * Returns the known speakers with this id or name, else those with it in other letters. An id that is no UUID does not
 * count more than a name: a speaker chooses both.
 */
function bearersOf(known: readonly Known[], word: string): readonly Known[] {
  const isIt = (test: (each: string) => boolean) => (entry: Known) =>
    test(entry.deviceUuid) || (!isUuid(word) && test(entry.name));
  const exact = known.filter(isIt(each => each === word));
  return exact.length > 0 ? exact : known.filter(isIt(each => each.toLowerCase() === word.toLowerCase()));
}

/** The same, else those that a word may mean, because it is like their id or name. */
function knownAs(known: readonly Known[], word: string): readonly Known[] {
  const bearers = bearersOf(known, word);
  return bearers.length > 0 ? bearers : known.filter(entry => isOf(entry, word));
}

/**
 * Refuses a discovered speaker that uses the name or id of one that has admitted this user, but is another: anybody can
 * advertise both, and would get the commands meant for that speaker. `device`: the words by which it was chosen; naming
 * its own id is enough, unless a known speaker uses that as a name or id. Throws an `ExitError`.
 */
export function refuseBorrowedName(
  found: FoundSpeaker,
  { device, tokens }: { readonly device: string | null; readonly tokens: TokenFile },
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
    if (named.every(entry => entry === own)) return;
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
function namesakesOf(deviceUuid: string, word: string, tokens: TokenFile): readonly Known[] {
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
  const named = bearersOf(tokens.all(), device);
  return found.filter(({ deviceUuid }) => named.some(entry => entry.deviceUuid === deviceUuid));
}

/** Returns the only known speaker that bears this name or id, or the only one at all; null if there is none or several. */
export function knownAlone(device: string | null, tokens: TokenFile): Known | null {
  const all = tokens.all();
  const [only, ...others] = device === null ? all : bearersOf(all, device);
  return only === undefined || others.length > 0 ? null : only;
}

/** Returns a known speaker as if found at its own address; null if none is known. */
export function atHome(known: Known): FoundSpeaker | null {
  const { deviceUuid, name } = known;
  const [url] = homesOf(known);
  return url === undefined ? null : { deviceUuid, name, url, host: '', others: [], isOne: true };
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
