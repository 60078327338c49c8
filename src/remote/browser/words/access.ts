import type { AccessChange } from '../../../protocol.js';
import { SPEAKER } from './labels.js';

/** Whoever bears a name has chosen it: where it ends is told by marks that it cannot hold. */
export function quoted(name: string): string {
  return `“${name.replace(/["“-‟″‶˝ʺˮ״〝-〟＂❝❞]|['`´‘’′]{2,}/g, "'")}”`;
}

/** What owners are told of who comes and goes; `isMine`: it was done in the name of this phone. */
export function accessWords({ what, name, by }: AccessChange, isMine: boolean): string {
  const who = name === undefined ? 'Somebody' : quoted(name);
  const through = (words: string): string =>
    by === undefined ? '' : `${words} ${quoted(by)}${isMine ? ` (${SPEAKER.thisPhone})` : ''}`;
  switch (what) {
    case 'admitted':
      return `${who} controls this speaker, too${through(', invited by')}.`;
    case 'revoked':
      return `${who} no longer controls this speaker${through(': removed by')}.`;
    case 'codeEnded': {
      const whose = `an invitation${through(' of')}`;
      return `Somebody guesses at the six digits of ${whose}: they admit nobody any more. Its link does.`;
    }
    case 'listener': {
      const account = name === undefined ? 'another account' : `the account of ${who}`;
      return `This speaker plays from ${account} now${through(', let in by')}.`;
    }
  }
}
