import type { Speaker } from '../../protocol.js';
import { EXAMPLE_SPEAKERS } from '../examples.js';
import type { Rows } from '../method.js';

export interface SpeakersMethodsOptions {
  /** Returns this speaker first, then those seen on the network; resolves within seconds. */
  readonly speakers: () => Promise<readonly Speaker[]>;
}

export function speakersMethods({ speakers }: SpeakersMethodsOptions): Rows<'speakers'> {
  return {
    'speakers.list': {
      doc:
        'Lists the speakers of the network: this one first, then those seen by DNS-SD, 64 at most. What the others are called, ' +
        'and whether they are paired, they say themselves. `otherUrls` are other addresses of the same speaker: a browser that was ' +
        'let in at one is not known at another. The answer may take two seconds.',
      examples: [{ params: {}, result: EXAMPLE_SPEAKERS }],
      call: async () => ({ speakers: await speakers() }),
    },
  };
}
