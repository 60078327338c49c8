import type { Config } from '../config/config.js';
import { createAdvertiser } from '../discovery/advertiser.js';
import type { Engine } from '../engine/engine.js';
import type { Advertiser, Logger } from '../contract/ports.js';

/**
 * Publishes the speaker's DNS-SD record and keeps it current (contract, section 5) until the returned advertiser is
 * stopped.
 */
export function advertise(options: {
  readonly config: Config;
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly engine: Engine;
  readonly port: number;
  readonly logger: Logger;
}): Advertiser {
  const { config, device, engine, port, logger } = options;
  const txt = () => ({
    txtvers: '1',
    proto: '1',
    id: device.deviceUuid,
    path: '/control',
    auth: config.control.access === 'open' ? 'none' : 'token',
    paired: engine.state.pairing.is === 'paired' ? '1' : '0',
    tls: config.http.tls.mode === 'off' ? '0' : '1',
    ver: device.version,
  });
  const advertiser = createAdvertiser({ logger });
  advertiser.start({ name: device.name, port, txt: txt() });
  engine.observe(({ changes }) => {
    if (changes.pairing !== undefined) advertiser.update(txt());
  });
  return advertiser;
}
