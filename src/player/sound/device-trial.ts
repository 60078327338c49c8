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

/**
 * `opens`: whether the device opens for a new player, tried without any audio of the service. `replace`: called where this
 * player fails nevertheless, once until something sounds. A sound server or a pipe that was made anew is seen by new players
 * alone, as the room shows them what is there when they start.
 */
export function createDeviceTrial(opens: () => Promise<boolean>, replace: () => void): DeviceTrial {
  let hasFailed = false;
  let hasOpened = false;
  let mayReplace = true;
  return {
    observe(event) {
      if (event.type === 'player.started') [hasFailed, hasOpened, mayReplace] = [false, false, true];
      if (event.type !== 'player.failed' || event.fault !== 'device') return;
      hasFailed = true;
      if (!hasOpened || !mayReplace) return;
      mayReplace = false;
      replace();
    },
    async run() {
      hasOpened = hasFailed && (await opens());
      return hasFailed && !hasOpened ? closed : null;
    },
  };
}
