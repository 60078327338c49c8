import type { AudioHost } from '../../../contract/ports.js';
import type { Incidents } from '../../gate/incidents.js';
import type { Invitations } from '../../access/invitations.js';
import type { Rows } from '../method.js';
import type { ShellPairing } from '../../../contract/pairing-ports.js';
import type { Speaker } from '../../../contract/protocol.js';
import { EXAMPLE_SPEAKERS } from '../examples.js';
import type { SystemInfo } from '../../../contract/unread-results.js';

export interface SystemMethodsOptions {
  readonly systemInfo: () => SystemInfo;
  /** Signs out, and forgets tokens and admitted clients; resolves when done. */
  readonly unpair: () => Promise<void>;
  readonly invitations: Invitations;
  readonly incidents: Incidents;
  /** Loaded at the first call. */
  readonly pairing: () => Promise<ShellPairing>;
  /** Returns this speaker first, then those seen on the network; resolves within seconds. */
  readonly speakers: () => Promise<readonly Speaker[]>;
  /**
   * The last minutes of events, oldest first, the host that audio comes from, and whether the time in which anybody
   * nearby may pair the speaker is over; free of secrets. `twins`: the places of other speakers with this one's id;
   * `formerRedirectUri`: the redirect address at the start of the agent, if it has changed since.
   */
  readonly record: () => Promise<{
    readonly lines: readonly string[];
    readonly audioHost: AudioHost | null;
    readonly isPairingOver: boolean;
    readonly twins: readonly string[];
    readonly formerRedirectUri: string | null;
  }>;
}

export function systemMethods(options: SystemMethodsOptions): Rows<'system' | 'pairing' | 'speakers'> {
  return {
    'system.info': {
      doc: 'Returns versions, names, the service profile in use, and the quiet hours, if they lower the ceiling.',
      examples: [
        {
          params: {},
          result: {
            versions: { tonearm: '0.1.0', node: '20.19.2', mpv: '0.40.0' },
            deviceUuid: '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab',
            name: 'Kitchen',
            address: 'http://speaker.local:8710',
            uptimeMs: 86_400_000,
            serviceProfile: 'core',
            quietHours: { from: '22:00', to: '07:00', volumeMax: 30 },
          },
        },
      ],
      call: () => options.systemInfo(),
    },
    'system.record': {
      doc: 'Returns the flight record (the last minutes of events, oldest first, one line of JSON each), the audio host, whether the time for pairing is over, other speakers with the id of this one, and the former redirect address if it has changed.',
      examples: [],
      call: () => options.record(),
    },
    'system.unpair': {
      doc: 'Signs out: revokes the tokens if the service can be reached, and removes the listener and every admitted client.',
      examples: [{ params: {}, result: {} }],
      async call(_params, { session, caller, peer }) {
        session?.keepUntilAnswered();
        options.invitations.clear();
        await options.unpair();
        // An invitation made meanwhile must not admit anybody either.
        options.invitations.clear();
        options.incidents.note('signedOut', peer, { by: caller?.name ?? null });
        return {};
      },
    },
    // The methods of `tonearm pair`, on the device only.
    'pairing.begin': {
      doc: 'Starts pairing the speaker with any account, and returns the service’s sign-in address.',
      examples: [],
      call: async () => ({ url: (await options.pairing()).begin() }),
    },
    'pairing.finish': {
      doc: 'Finishes pairing with the address that the browser ended up at.',
      examples: [],
      call: async ({ address }) => (await options.pairing()).finish(address),
    },
    'speakers.list': {
      doc:
        'Lists the speakers on the network: this one first, then those found by DNS-SD, 64 at most. The names of the others, ' +
        'and whether they are paired, are what they advertise themselves. `otherUrls` are further addresses of the same ' +
        'speaker: a browser that was let in at one is not known at another. The answer may take two seconds.',
      examples: [{ params: {}, result: EXAMPLE_SPEAKERS }],
      call: async () => ({ speakers: await options.speakers() }),
    },
  };
}
