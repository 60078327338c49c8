import type { ShellPairing } from '../../pairing-ports.js';
import type { Rows } from '../method.js';

export interface PairingMethodsOptions {
  /** Loaded at the first call. */
  readonly pairing: () => Promise<ShellPairing>;
}

/** The methods of `tonearm pair`, on the device only. */
export function pairingMethods({ pairing }: PairingMethodsOptions): Rows<'pairing'> {
  return {
    'pairing.begin': {
      doc: 'Begins to pair the speaker, with whichever account: answers the address of the service.',
      examples: [],
      call: async () => ({ url: (await pairing()).begin() }),
    },
    'pairing.finish': {
      doc: 'Takes the address that the browser ended at.',
      examples: [],
      call: async ({ address }) => (await pairing()).finish(address),
    },
  };
}
