import type { PlayerEvent } from '../../core/vocabulary/player-event.js';

/** Why a load is not given to mpv, without its id. */
export type Bar = Omit<Extract<PlayerEvent, { readonly type: 'player.failed' }>, 'loadId'>;

/** After a sound device has failed, tries it before the next load: otherwise mpv would fetch audio for nothing each time. */
export interface DeviceTrial {
  observe(event: PlayerEvent): void;
  /** Null if the device has not failed since it last sounded, or opens now. */
  run(): Promise<Bar | null>;
}

const closed: Bar = {
  type: 'player.failed',
  fault: 'device',
  httpStatus: null,
  positionMs: null,
  detail: 'the sound device still does not open',
};

/** `opens`: whether the device opens, tried without any audio of the service. */
export function createDeviceTrial(opens: () => Promise<boolean>): DeviceTrial {
  let hasFailed = false;
  return {
    observe(event) {
      if (event.type === 'player.started') hasFailed = false;
      else if (event.type === 'player.failed' && event.fault === 'device') hasFailed = true;
    },
    run: async () => (hasFailed && !(await opens()) ? closed : null),
  };
}
