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
          'avahi-browse is missing, so nothing can be told of discovery',
          'sudo apt-get install avahi-daemon avahi-utils',
        ),
      ];
    }
    if (told.code !== 0) {
      return [
        findings.warning(
          'Avahi does not run: phones cannot find the speaker by name',
          'sudo systemctl enable --now avahi-daemon',
        ),
      ];
    }
    if (agent === null) return [findings.ok('Avahi runs; the speaker is not advertised while no agent runs')];
    const speakers = parseSpeakers(told.stdout);
    return speakers.some(({ deviceUuid }) => deviceUuid === agent.deviceUuid)
      ? [findings.ok('Avahi shows this speaker')]
      : [
          findings.warning(
            'Avahi runs, but does not show this speaker',
            `see sudo journalctl -u ${unitOf(instance)} -e; sudo systemctl restart avahi-daemon`,
          ),
        ];
  },
};
