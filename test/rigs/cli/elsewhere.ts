import { existsSync } from 'node:fs';

/** Why this machine cannot stand for one without a Tonearm; false when it can. */
export function whyNotElsewhere(): string | false {
  const signs = ['/etc/tonearm/tonearm.env', '/var/lib/tonearm', '/run/tonearm'];
  return signs.some(path => existsSync(path)) ? 'a Tonearm is installed on this machine' : false;
}
