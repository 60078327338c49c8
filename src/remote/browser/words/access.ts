import type { AccessChange } from '../../../protocol.js';

/** What owners are told of who comes and goes. */
export function accessWords({ what, name, by }: AccessChange): string {
  const who = name ?? 'Somebody';
  switch (what) {
    case 'admitted':
      return `${who} controls this speaker, too${by === undefined ? '' : `, invited by ${by}`}.`;
    case 'revoked':
      return `${who} no longer controls this speaker${by === undefined ? '' : `: removed by ${by}`}.`;
    case 'codeEnded': {
      const whose = by === undefined ? 'an invitation' : `${by}’s invitation`;
      return `Somebody guesses at the six digits of ${whose}: they admit nobody any more. Its link does.`;
    }
    case 'listener': {
      const account = name === undefined ? 'another account' : `the account of ${name}`;
      return `This speaker plays from ${account} now${by === undefined ? '' : `, by a code of ${by}`}.`;
    }
  }
}
