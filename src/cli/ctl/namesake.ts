import { toClientName } from '../../client-name.js';
import { isBug } from '../../errors.js';
import { looksOf } from '../../likeness.js';
import type { Hello } from '../../protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { quote } from './command-line.js';
import type { FoundSpeaker } from './speakers.js';
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

/** A speaker that has admitted this user. */
type Known = ReturnType<TokenFile['all']>[number];

/**
 * Refuses a discovered speaker that uses the name or id of one that has admitted this user, but is another: anybody can
 * advertise both, and would get the commands or the digits meant for that speaker. `device`: the words by which it was
 * chosen; naming its own id is enough, unless a known speaker uses that as a name or id. Throws an `ExitError`.
 */
export function refuseBorrowedName(found: FoundSpeaker, device: string | null, tokens: TokenFile): void {
  const { deviceUuid, name, others } = found;
  const known = tokens.all();
  const named = device === null ? [] : known.filter(entry => isOf(entry, device));
  const own = known.find(entry => entry.deviceUuid === deviceUuid);
  if (own !== undefined && (named.length === 0 || named.includes(own))) return;
  const isById = device?.toLowerCase() === deviceUuid.toLowerCase();
  const advertised = isById ? [deviceUuid] : [deviceUuid, name, ...others.map(other => other.name)];
  const [meant] = [...named, ...known.filter(entry => advertised.some(word => isOf(entry, word)))];
  if (meant === undefined) return;
  const [shown = '', other = '', its = ''] = [name, meant.name, own?.name ?? ''].map(each =>
    JSON.stringify(oneLine(each)),
  );
  const isTaken = known.some(entry => isOf(entry, deviceUuid));
  const replacement = isTaken
    ? ''
    : `; if this is its replacement, use --device=${quote(oneLine(deviceUuid))}`;
  throw createTrouble(
    own === undefined
      ? `${shown} has not admitted you, and may only pass for ${other}, which has`
      : `what is advertised as ${shown} has the id of ${its}, which is another speaker than ${other}`,
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
  const named = tokens.all().filter(entry => isOf(entry, device));
  return found.filter(({ deviceUuid }) => named.some(entry => entry.deviceUuid === deviceUuid));
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
