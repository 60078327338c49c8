import type { AccessChange } from '../../../protocol.js';
import type { Words } from './words.js';

/** Returns the message for owners about an access change. `isMine`: it was made under this phone's name. */
export function accessWords({ say }: Words, { what, name, by }: AccessChange, isMine: boolean): string {
  if (what === 'codeEnded') {
    if (by === undefined) return say('codeEnded');
    return say(isMine ? 'codeEndedHere' : 'codeEndedBy', { by });
  }
  if (what === 'listener' && name === undefined) {
    return by === undefined ? say('other') : say(isMine ? 'otherHere' : 'otherBy', { by });
  }
  const who = name ?? say('somebody');
  if (by === undefined) return say(what, { name: who });
  return say(`${what}${isMine ? 'Here' : 'By'}`, { name: who, by });
}
