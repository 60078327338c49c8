import type { Speaker } from '../../../contract/protocol.js';
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
        'Lists the speakers on the network: this one first, then those found by DNS-SD, 64 at most. The names of the others, ' +
        'and whether they are paired, are what they advertise themselves. `otherUrls` are further addresses of the same ' +
        'speaker: a browser that was let in at one is not known at another. The answer may take two seconds.',
      examples: [{ params: {}, result: EXAMPLE_SPEAKERS }],
      call: async () => ({ speakers: await speakers() }),
    },
  };
}
