import { isBug } from '../../errors.js';
import type { Hello } from '../../protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { quote } from './command-line.js';
import type { FoundSpeaker } from './speakers.js';
import type { TokenFile } from './tokens.js';

/** Numbers that Avahi and Tonearm append to a name that is taken. */
const COPY = / (?:#\d+|\(\d+\))$/;

/** Returns what is the same for names that people, or Avahi, take for one. */
const toKey = (word: string): string =>
  word
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase()
    .replace(COPY, '');

/**
 * Refuses a discovered speaker that has not admitted this user but uses the name or id of one that has: anybody can
 * advertise both, and would get the commands or the digits meant for that speaker. `device`: the words by which it was
 * chosen; naming its own id is enough, unless a known speaker uses that as a name or id. Throws an `ExitError`.
 */
export function refuseBorrowedName(found: FoundSpeaker, device: string | null, tokens: TokenFile): void {
  const { deviceUuid, name, others } = found;
  const known = tokens.all();
  if (known.some(entry => entry.deviceUuid === deviceUuid)) return;
  const isById = device?.toLowerCase() === deviceUuid.toLowerCase();
  const advertised = isById ? [] : [deviceUuid, name, ...others.map(other => other.name)];
  const keys = new Set([...(device === null ? [] : [device]), ...advertised].map(toKey));
  const isMeant = (word: string): boolean => keys.has(toKey(word));
  const meant = known.find(entry => isMeant(entry.name) || isMeant(entry.deviceUuid));
  if (meant === undefined) return;
  const [shown = '', other = ''] = [name, meant.name].map(each => JSON.stringify(oneLine(each)));
  const isTaken = known.some(entry => [entry.name, entry.deviceUuid].map(toKey).includes(toKey(deviceUuid)));
  const replacement = isTaken
    ? ''
    : `; if this is its replacement, use --device=${quote(oneLine(deviceUuid))}`;
  throw createTrouble(
    `${shown} has not admitted you, and may only pass for ${other}, which has`,
    `give the address of ${other} with --url, or claim a new link${replacement}`,
  );
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
  const wanted = toKey(device);
  const names = new Map(tokens.all().map(entry => [entry.deviceUuid, entry.name]));
  return found.filter(({ deviceUuid }) => {
    const name = names.get(deviceUuid);
    return name !== undefined && [deviceUuid, name].some(word => toKey(word) === wanted);
  });
}

/** Keeps the name under which a speaker has just proven itself, as it may have been renamed since. */
export function keepName(tokens: TokenFile, { deviceUuid, name }: Hello): void {
  try {
    const entry = tokens.find(deviceUuid);
    // Without an id, an open speaker was shown no proof and gave none.
    if (entry?.id !== undefined && entry.name !== name) tokens.rename(deviceUuid, entry.token, name);
  } catch (error) {
    // The session is open all the same.
    if (isBug(error)) throw error;
  }
}
