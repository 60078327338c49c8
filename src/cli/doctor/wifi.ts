import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFacts } from './machine-files.js';
import type { Check } from './scene.js';

/** Checks Wi-Fi power saving, which delays phones and interrupts streams. */
export const wifi: Check = {
  name: 'wifi',
  async look({ root, run }, findings, signal) {
    const cards = listFacts(root, 'sys/class/net').filter(name =>
      ['wireless', 'phy80211'].some(mark => existsSync(join(root, 'sys/class/net', name, mark))),
    );
    if (cards.length === 0) return findings.note('no Wi-Fi here');
    return Promise.all(
      cards.map(async card => {
        const told = await run('iw', ['dev', card, 'get', 'power_save'], signal);
        if (told?.code !== 0)
          return findings.note(`${card}: power saving cannot be checked (sudo apt-get install iw)`);
        return /:\s*on/i.test(told.stdout)
          ? findings.warning(
              `${card} uses power saving: the speaker may answer late, or drop off the network`,
              `sudo iw dev ${card} set power_save off; to keep it: sudo nmcli connection modify NAME wifi.powersave 2`,
            )
          : findings.ok(`${card} does not use power saving`);
      }),
    );
  },
};
