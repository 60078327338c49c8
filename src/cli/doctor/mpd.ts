import { isLoopback } from '../../lib/near.js';
import { holderOf, tryToListen } from './port.js';
import type { Check } from './scene.js';

/** Checks who may use MPD's protocol, where it is served. */
export const mpd: Check = {
  name: 'mpd',
  needsAgent: true,
  async look({ config, agent, root }, findings) {
    if (config === null || config.mpd.host === null) return null;
    const { host, port } = config.mpd;
    const place = `MPD’s protocol is served on ${host}, port ${port}`;
    const taken =
      agent === null &&
      port !== 0 &&
      (await tryToListen(host, port)) === 'EADDRINUSE' &&
      findings.warning(
        `port ${port} for MPD’s protocol is in use by ${holderOf(root, port)}`,
        'stop it, or set TONEARM_MPD_PORT to a free one',
      );
    if (isLoopback(host) || host === 'localhost')
      return [taken, findings.ok(`${place}: every program on this machine is an owner`)];
    return [
      taken,
      config.control.access === 'open'
        ? findings.warning(
            `${place}: whoever reaches that address may control the speaker without a password`,
            'set TONEARM_MPD_HOST=127.0.0.1, or TONEARM_CONTROL_ACCESS=paired',
          )
        : findings.note(`${place}: the password, which is a control token, crosses the network unencrypted`),
    ];
  },
};
