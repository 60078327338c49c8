import { ExitError } from '../../errors.js';
import type { Hello } from '../../protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import type { FoundSpeaker } from './speakers.js';
import type { TokenFile } from './tokens.js';

/** Numbers that Avahi and Tonearm append to a name that is taken. */
const COPY = / (?:#\d+|\(\d+\))$/;

const toKey = (word: string): string => word.normalize('NFKC').trim().toLowerCase().replace(COPY, '');

/**
 * Refuses a discovered speaker that is unknown to this user but goes by the name or id of one that has admitted him:
 * anybody can advertise both, and would get the commands or the digits meant for that speaker. `device`: the words by
 * which it was chosen; its own id is enough, unless a known speaker goes by that. Throws an `ExitError`.
 */
export function refuseBorrowedName(found: FoundSpeaker, device: string | null, tokens: TokenFile): void {
  const { deviceUuid, name, others } = found;
  const known = tokens.all();
  if (known.some(entry => entry.deviceUuid === deviceUuid)) return;
  const taken = new Set(known.flatMap(entry => [entry.deviceUuid, entry.name]).map(toKey));
  const advertised = [deviceUuid, name, ...others.map(other => other.name)];
  const words = device === null ? advertised : device === deviceUuid ? [device] : [device, ...advertised];
  if (!words.some(word => taken.has(toKey(word)))) return;
  const problem = `${JSON.stringify(oneLine(name))} is not the speaker of this name that has admitted you`;
  const isId = !taken.has(toKey(deviceUuid));
  const replaced = isId ? `, or, if this one replaces it, --device ${oneLine(deviceUuid)}` : '';
  throw createTrouble(problem, `give that one's address with --url${replaced}`);
}

/** Keeps the name under which a speaker has just proven itself, as it may have been renamed since. */
export function keepName(tokens: TokenFile, { deviceUuid, name }: Hello): void {
  const entry = tokens.find(deviceUuid);
  // Without an id, an open speaker was shown no proof and gave none.
  if (entry?.id === undefined || entry.name === name) return;
  try {
    tokens.keep(deviceUuid, { ...entry, name });
  } catch (error) {
    // The session is open all the same.
    if (!(error instanceof ExitError)) throw error;
  }
}
