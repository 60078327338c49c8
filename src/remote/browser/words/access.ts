import type { ControlClient } from '../../../client/control-client.js';
import type { AccessChange } from '../../../contract/protocol.js';
import type { Words } from './words.js';

/** What the list of clients adds to an access change. */
interface NewsContext {
  /** Whether the change was made under this phone's name. */
  readonly isMine: boolean;
  /** Whether the change is about a guest; false where the list does not tell. */
  readonly isGuest: boolean;
}

/** Looks a change up in the speaker's list of clients, in which no two names are alike. */
export async function contextOf(
  client: Pick<ControlClient, 'call'>,
  { what, name, by }: AccessChange,
): Promise<NewsContext> {
  if (by === undefined && what !== 'admitted') return { isMine: false, isGuest: false };
  try {
    const { clients } = await client.call('access.list', {});
    const isMine = clients.some(each => each.self === true && each.name === by);
    return { isMine, isGuest: clients.some(each => each.role === 'guest' && each.name === name) };
  } catch {
    return { isMine: false, isGuest: false };
  }
}

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
