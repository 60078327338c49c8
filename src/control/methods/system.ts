import Type from 'typebox';
import type { AudioHost } from '../../ports.js';
import type { Incidents } from '../incidents.js';
import type { Invitations } from '../invitations.js';
import type { DefineMethod, Method } from '../method.js';
import { SYSTEM_INFO, type SystemInfo } from '../../protocol.js';
import { asSchema, none } from '../schemas.js';

export interface SystemMethodsOptions {
  readonly systemInfo: () => SystemInfo;
  /** Signs out, forgets tokens and admitted clients; resolves when done. */
  readonly unpair: () => Promise<void>;
  readonly invitations: Invitations;
  readonly incidents: Incidents;
  /** The last minutes of events, oldest first, and the audio's host; free of secrets. */
  readonly record: () => { readonly lines: readonly string[]; readonly audioHost: AudioHost | null };
}

export function systemMethods(define: DefineMethod, options: SystemMethodsOptions): Method[] {
  return [
    define({
      name: 'system.info',
      doc: 'Tells versions, names and the service profile in use.',
      access: 'opened',
      params: none,
      result: asSchema(SYSTEM_INFO),
      examples: [
        {
          params: {},
          result: {
            versions: { tonearm: '0.1.0', node: '20.19.2', mpv: '0.40.0' },
            deviceUuid: '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab',
            name: 'Kitchen',
            uptimeMs: 86_400_000,
            serviceProfile: 'core',
          },
        },
      ],
      call: () => options.systemInfo(),
    }),
    define({
      name: 'system.record',
      doc: 'Answers the flight recorder, the last minutes of events, oldest first, a line of JSON each; and the audio’s host.',
      access: 'opened',
      localOnly: true,
      params: none,
      result: Type.Unsafe<ReturnType<SystemMethodsOptions['record']>>({ type: 'object' }),
      examples: [],
      call: () => options.record(),
    }),
    define({
      name: 'system.unpair',
      doc: 'Signs out: revokes the tokens where the service can be reached, forgets the listener and every admitted client.',
      access: 'token',
      command: true,
      params: none,
      result: none,
      examples: [{ params: {}, result: {} }],
      async call(_params, { session, caller, peer }) {
        session?.keepUntilAnswered();
        options.invitations.clear();
        await options.unpair();
        // One that was made meanwhile must not let anybody in either.
        options.invitations.clear();
        options.incidents.note('signedOut', peer, { by: caller?.name ?? null });
        return {};
      },
    }),
  ];
}
