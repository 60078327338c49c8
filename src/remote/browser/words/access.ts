import type { AccessChange } from '../../../protocol.js';
import type { NewsContext } from '../state/news.js';
import type { Words } from './words.js';

/** Returns the message for owners about an access change. */
export function accessWords(
  { say }: Words,
  { what, name, by }: AccessChange,
  { isMine, isGuest }: NewsContext,
): string {
  if (what === 'codeEnded') {
    if (by === undefined) return say('codeEnded');
    return say(isMine ? 'codeEndedHere' : 'codeEndedBy', { by });
  }
  if (what === 'listener' && name === undefined) {
    return by === undefined ? say('other') : say(isMine ? 'otherHere' : 'otherBy', { by });
  }
  const who = name ?? say('somebody');
  const how = what === 'admitted' && isGuest ? 'admittedGuest' : what;
  if (by === undefined) return say(how, { name: who });
  return say(`${how}${isMine ? 'Here' : 'By'}`, { name: who, by });
}
