import type { Config } from '../config/config.js';
import type { Control } from '../control/control.js';
import { createMpd, type Mpd } from '../mpd/mpd.js';
import { createReach } from '../player/address/reach.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { audioBounds } from './player.js';

/** Serves MPD's protocol (contract, section 7) until the returned server is stopped. */
export async function serveMpd(
  { config, clock, logger }: Wiring,
  { device, engine, service }: AgentParts,
  control: Pick<Control, 'mpdDoor'>,
  host: NonNullable<Config['mpd']['host']>,
): Promise<Mpd> {
  const mpd = createMpd({
    host,
    port: config.mpd.port,
    deviceName: device.name,
    agent: engine,
    entry: () => engine.state.playlist.current?.id ?? null,
    door: await control.mpdDoor(),
    // Pictures are fetched from where sound may come from, too.
    reach: createReach(audioBounds(config, service.peer)),
    clock,
    logger,
  });
  await mpd.start();
  return mpd;
}
