import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import type { FoundSpeaker } from './speakers.js';
import type { TokenFile } from './tokens.js';

/**
 * Refuses a discovered speaker that bears the name of another one that has admitted this user, unless `device` is its
 * id: anybody can advertise any name, and would get the commands or the digits meant for that speaker. Throws an
 * `ExitError`.
 */
export function refuseBorrowedName(found: FoundSpeaker, device: string | null, tokens: TokenFile): void {
  const { deviceUuid, name, others } = found;
  if (deviceUuid === device || tokens.find(deviceUuid) !== null) return;
  const names = new Set([name, ...others.map(other => other.name)].map(toKey));
  if (!tokens.names().some(known => names.has(toKey(known)))) return;
  const problem = `${JSON.stringify(oneLine(name))} is not the speaker of this name that has admitted you`;
  const remedy = `give that one's address with --url, or, if this one replaces it, --device ${oneLine(deviceUuid)}`;
  throw createTrouble(problem, remedy);
}

const toKey = (name: string): string => name.normalize('NFKC').toLowerCase();
