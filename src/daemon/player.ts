import { type Config, currentEnvironment } from '../config/config.js';
import { createMpvPlayer } from '../player/mpv-player.js';
import type { AudioBounds } from '../player/address/reach.js';
import type { Clock, Logger } from '../contract/ports.js';
import type { WatchedPlayer } from './event-hooks.js';

/** Where audio may come from. `servicePeer`: the IP address from which the service answered last. */
export function audioBounds(config: Config, servicePeer: () => string | null): AudioBounds {
  const { audioHttp: plain, audioHosts: hosts } = config;
  return { serviceUrl: config.service.baseUrl, servicePeer, plain, hosts };
}

export async function createSound(options: {
  readonly config: Config;
  /** The IP address from which the service answered last. */
  readonly servicePeer: () => string | null;
  readonly volume: number;
  readonly clock: Clock;
  readonly logger: Logger;
}): Promise<WatchedPlayer> {
  const { config, servicePeer, volume, clock, logger } = options;
  const { mpv, runtimeDir, events } = config;
  const player = createMpvPlayer({
    mpvPath: mpv.path,
    audioOutput: mpv.audioOutput,
    audioDevice: mpv.audioDevice,
    extraOptions: mpv.options,
    environment: currentEnvironment(),
    room: mpv.room,
    stateDir: config.stateDir,
    bounds: audioBounds(config, servicePeer),
    volume,
    runtimeDir,
    logger,
    clock,
  });
  const { command } = events;
  if (command === null)
    return { player, follow: () => undefined, tellStop: () => undefined, stop: () => Promise.resolve() };
  const { withEventCommand } = await import('./event-hooks.js');
  return withEventCommand({ player, command, events, clock, logger });
}
