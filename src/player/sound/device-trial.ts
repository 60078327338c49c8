import type { PlayerEvent } from '../../core/vocabulary/player-event.js';

/** Why a load is not given to mpv, without its id. */
export type Bar = Omit<Extract<PlayerEvent, { readonly type: 'player.failed' }>, 'loadId'>;

/** After a sound device has failed, tries it before the next load: otherwise mpv would fetch audio for nothing each time. */
export interface DeviceTrial {
  observe(event: PlayerEvent): void;
  /** Null if the device has not failed since it last sounded, or opens now. */
  run(): Promise<Bar | null>;
}

/** How often a player is replaced for a device, milliseconds: what it lacks may be away again when the next one starts. */
const REPLACED_MS = 60_000;

const closed: Bar = {
  type: 'player.failed',
  fault: 'device',
  httpStatus: null,
  positionMs: null,
  detail: 'the sound device still does not open',
};

/**
 * `opens`: whether the device opens for a new player, tried without any audio of the service. `replace`: called where this
 * player fails nevertheless, once a minute until something sounds. A sound server or a pipe that was made anew is seen by new players
 * alone, as the room shows them what is there when they start.
 */
export function createDeviceTrial(
  opens: () => Promise<boolean>,
  replace: () => void,
  steadyMs: () => number,
): DeviceTrial {
  let hasFailed = false;
  let hasOpened = false;
  let replacedMs = Number.NEGATIVE_INFINITY;
  return {
    observe(event) {
      if (event.type === 'player.started')
        [hasFailed, hasOpened, replacedMs] = [false, false, Number.NEGATIVE_INFINITY];
      if (event.type !== 'player.failed' || event.fault !== 'device') return;
      hasFailed = true;
      if (!hasOpened || steadyMs() - replacedMs < REPLACED_MS) return;
      replacedMs = steadyMs();
      replace();
    },
    async run() {
      hasOpened = hasFailed && (await opens());
      return hasFailed && !hasOpened ? closed : null;
    },
  };
}
