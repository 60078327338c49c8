import { unitOf } from '../../config/installed.js';
import { parseSpeakers } from '../ctl/speakers.js';
import { oneLine } from '../output.js';
import type { Check } from './scene.js';

/** With another machine-id, the agent takes the state for a copy, and makes a new id. */
const TWIN_REMEDY =
  'if TONEARM_DEVICE_UUID is set, give each its own; if one card is a copy of the other, run there: sudo rm /etc/machine-id && sudo systemd-machine-id-setup && sudo reboot';

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
    const twins = await agent.twins();
    const found = twins.map(place =>
      findings.warning(
        `another speaker, at ${oneLine(place)}, has the id of this one: the music service takes both for one`,
        TWIN_REMEDY,
      ),
    );
    return speakers.some(({ deviceUuid }) => deviceUuid === agent.deviceUuid)
      ? [findings.ok('Avahi finds this speaker'), ...found]
      : [
          ...found,
          findings.warning(
            'Avahi is running, but does not find this speaker',
            `see sudo journalctl -u ${unitOf(instance)} -e, and run sudo systemctl restart avahi-daemon`,
          ),
        ];
  },
};
