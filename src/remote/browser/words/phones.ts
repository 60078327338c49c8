/** What is said of a phone that may control the speaker. */
import type { AdmittedClient } from '../../../contract/protocol.js';
import { lastUseWords, untilWords } from './days.js';
import type { Words } from './words.js';

/** So long whoever was let in is taken to have used it. */
const JUST_NOW_MS = 60_000;
/** The name under which `tonearm invite` invites. */
const BY_SHELL = 'tonearm invite';

/** Returns a summary such as `Guest · used 3 hours ago`. */
export function phoneWords(
  words: Words,
  { role, self, here, createdMs, lastSeenMs }: AdmittedClient,
): string {
  const { say } = words;
  const nowMs = Date.now();
  const usedMs = lastSeenMs ?? (nowMs - createdMs < JUST_NOW_MS ? createdMs : undefined);
  return [
    role === 'owner' ? say('owner') : say('guest'),
    self === true ? say('thisPhone') : here === true ? say('hereNow') : lastUseWords(words, usedMs, nowMs),
  ].join(' · ');
}

/** Returns its terms, such as `until 5 Mar, 18:00 · up to 50 % · invited by Ada`; empty if there are none. */
export function termsOfPhone(
  words: Words,
  { expiresAtMs, volumeMax }: AdmittedClient,
  inviter: string | null,
): string {
  const { say, percent } = words;
  return [
    ...(expiresAtMs === undefined ? [] : [say('untilTime', { time: untilWords(words, expiresAtMs) })]),
    ...(volumeMax === undefined ? [] : [say('upTo', { volume: percent(volumeMax) })]),
    ...(inviter === null ? [] : [inviter]),
  ].join(' · ');
}

/**
 * Returns the words for the inviter. A removed client's name may now belong to another client, or to a program on the
 * speaker, so the words say which it is.
 */
export function inviterWords(
  { say }: Words,
  { invitedBy, invitedByName }: AdmittedClient,
  phones: readonly AdmittedClient[],
): string | null {
  const inviter = phones.find(({ id }) => id === invitedBy);
  if (inviter !== undefined) return say('invitedBy', { name: inviter.name });
  if (invitedBy === undefined && invitedByName === BY_SHELL) return say('invitedByShell');
  if (invitedBy === undefined)
    return invitedByName === undefined ? null : say('invitedByStranger', { name: invitedByName });
  return invitedByName === undefined
    ? say('invitedBySomebody')
    : say('invitedByRemoved', { name: invitedByName });
}
