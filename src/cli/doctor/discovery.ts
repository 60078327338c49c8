import { unitOf } from '../../config/installed.js';
import { parseSpeakers } from '../ctl/speakers.js';
import type { Check } from './scene.js';

/** Checks Avahi, and whether it advertises this speaker. */
export const discovery: Check = {
  name: 'discovery',
  needsAgent: true,
  async look({ config, agent, instance, run }, findings, signal) {
    if (config?.mdns === false)
      return [findings.note('TONEARM_MDNS=off: the speaker is not advertised, as configured')];
    const told = await run(
      'avahi-browse',
      ['--resolve', '--parsable', '--terminate', '_tonearm._tcp'],
      signal,
    );
    if (told === null) {
      return [
        findings.warning(
          'avahi-browse is missing, so discovery cannot be checked',
          'sudo apt-get install avahi-daemon avahi-utils',
        ),
      ];
    }
    if (told.code !== 0) {
      return [
        findings.warning(
          'Avahi is not running: phones cannot find the speaker by name',
          'sudo systemctl enable --now avahi-daemon',
        ),
      ];
    }
    if (agent === null)
      return [findings.ok('Avahi is running; the speaker is advertised only while an agent runs')];
    const speakers = parseSpeakers(told.stdout);
    return speakers.some(({ deviceUuid }) => deviceUuid === agent.deviceUuid)
      ? [findings.ok('Avahi finds this speaker')]
      : [
          findings.warning(
            'Avahi is running, but does not find this speaker',
            `see sudo journalctl -u ${unitOf(instance)} -e, and run sudo systemctl restart avahi-daemon`,
          ),
        ];
  },
};
