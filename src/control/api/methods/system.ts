import type { AudioHost } from '../../../contract/ports.js';
import type { Incidents } from '../../gate/incidents.js';
import type { Invitations } from '../../access/invitations.js';
import type { Rows } from '../method.js';
import type { SystemInfo } from '../../../contract/unread-results.js';

export interface SystemMethodsOptions {
  readonly systemInfo: () => SystemInfo;
  /** Signs out, and forgets tokens and admitted clients; resolves when done. */
  readonly unpair: () => Promise<void>;
  readonly invitations: Invitations;
  readonly incidents: Incidents;
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

export function systemMethods(options: SystemMethodsOptions): Rows<'system'> {
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
  };
}
