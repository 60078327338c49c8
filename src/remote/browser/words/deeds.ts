import type { Deed } from '../state/deeds.js';
import type { Words } from './words.js';

/** Returns one sentence for an action, or null if it needs none. */
export function deedWords(words: Words, { by: doer, method, changes, replaced, left }: Deed): string | null {
  const { say, percent } = words;
  const source = replaced?.name;
  if (doer === null) return source === undefined ? null : say('did.own', { source });
  const by = NAMELESS.includes(doer) ? say('somebody') : doer;
  switch (method) {
    case 'player.play':
      if (changes.source === undefined) return say('did.play', { by });
      return source === undefined ? say('did.sourceAlone', { by }) : say('did.source', { by, source });
    case 'player.playPause':
      return say(changes.playbackStatus === 'playing' ? 'did.play' : 'did.pause', { by });
    case 'player.pause':
    case 'player.stop':
    case 'player.next':
    case 'player.previous':
    case 'player.replay':
    case 'player.seek':
      return say(`did.${KEYS[method]}`, { by });
    case 'player.setVolume':
      return changes.volume === undefined ? null : say('did.volume', { by, volume: percent(changes.volume) });
    case 'player.setMuted':
      return say(changes.muted === true ? 'did.mute' : 'did.unmute', { by });
    case 'feedback.set':
      // Only a thumb down changes the item, and the next item has no thumb yet.
      if (left !== null) return say('did.thumbDownOf', { by, title: left.title });
      switch (changes.item?.feedback) {
        case 'UP':
          return say('did.thumbUp', { by });
        case 'DOWN':
          return say('did.thumbDown', { by });
        case null:
          return say('did.thumbNone', { by });
        default:
          return null;
      }
    default:
      return null;
  }
}

/** The names that the speaker gives to programs without a name. */
const NAMELESS: readonly string[] = ['http', 'local'];

const KEYS = {
  'player.pause': 'pause',
  'player.stop': 'stop',
  'player.next': 'next',
  'player.previous': 'previous',
  'player.replay': 'replay',
  'player.seek': 'seek',
} as const;
