import type { ShellPairing } from '../../../contract/pairing-ports.js';
import type { Rows } from '../method.js';

export interface PairingMethodsOptions {
  /** Loaded at the first call. */
  readonly pairing: () => Promise<ShellPairing>;
}

/** The methods of `tonearm pair`, on the device only. */
export function pairingMethods({ pairing }: PairingMethodsOptions): Rows<'pairing'> {
  return {
    'pairing.begin': {
      doc: 'Starts pairing the speaker with any account, and returns the service’s sign-in address.',
      examples: [],
      call: async () => ({ url: (await pairing()).begin() }),
    },
    'pairing.finish': {
      doc: 'Finishes pairing with the address that the browser ended up at.',
      examples: [],
      call: async ({ address }) => (await pairing()).finish(address),
    },
  };
}
