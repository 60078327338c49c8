import type { Static } from 'typebox';
import type { DefineMethod, Method } from '../method.js';
import { none, systemInfo } from '../schemas.js';

export type SystemInfo = Static<typeof systemInfo>;

export interface SystemMethodsOptions {
  readonly systemInfo: () => SystemInfo;
  /** Signs out, forgets tokens and admitted clients; resolves when done. */
  readonly unpair: () => Promise<void>;
}

export function systemMethods(define: DefineMethod, options: SystemMethodsOptions): Method[] {
  return [
    define({
      name: 'system.info',
      doc: 'Tells versions, names and the service profile in use.',
      access: 'opened',
      params: none,
      result: systemInfo,
      call: () => options.systemInfo(),
    }),
    define({
      name: 'system.unpair',
      doc: 'Signs out: forgets the listener and every admitted client.',
      access: 'token',
      params: none,
      result: none,
      async call(_params, { session }) {
        session?.keepUntilAnswered();
        await options.unpair();
        return {};
      },
    }),
  ];
}
