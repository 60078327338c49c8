import { unitOf } from '../../config/installed.js';
import { type Config, defaultRedirectUri } from '../../config/config.js';
import { type FoundSpeaker, parseSpeakers } from '../ctl/speakers.js';
import { oneLine } from '../output.js';
import type { Findings, Found } from './finding.js';
import type { Check } from './scene.js';

/** With another machine-id, the agent takes the state for a copy, and makes a new id. */
const TWIN_REMEDY =
  'if TONEARM_DEVICE_UUID is set, give each its own; if one card is a copy of the other, run there: sudo rm /etc/machine-id && sudo systemd-machine-id-setup && sudo reboot';

/** Whether sign-ins come home: another host may hold the name that the redirect address names. */
function checkName(config: Config | null, speaker: FoundSpeaker, findings: Findings): Found {
  if (config === null) return null;
  const { hostname: host } = new URL(config.redirectUri ?? defaultRedirectUri(config, config.http.port));
  const held = [speaker, ...speaker.others].map(sighting => sighting.host.toLowerCase());
  if (!host.endsWith('.local') || held.includes(host)) return null;
  return findings.warning(
    `sign-ins are sent to ${host}, but Avahi calls this machine ${oneLine(speaker.host)}: another machine may have the same name`,
    'give each machine its own name (sudo hostnamectl set-hostname NAME) and restart the agent, or set TONEARM_REDIRECT_URI; until then, paste the address on the pairing page',
  );
}

/** Checks Avahi, and whether it advertises this speaker. */
export const discovery: Check = {
  name: 'discovery',
  needsAgent: true,
  async look({ config, agent, instance, run }, findings, signal) {
    if (config?.mdns === false)
      return findings.note('TONEARM_MDNS=off: the speaker is not advertised, as configured');
    const told = await run(
      'avahi-browse',
      ['--resolve', '--parsable', '--terminate', '_tonearm._tcp'],
      signal,
    );
    if (told === null)
      return findings.warning(
        'avahi-browse is missing, so discovery cannot be checked',
        'sudo apt-get install avahi-daemon avahi-utils',
      );
    if (told.code !== 0)
      return findings.warning(
        'Avahi is not running: phones cannot find the speaker by name',
        'sudo systemctl enable --now avahi-daemon',
      );
    if (agent === null)
      return findings.ok('Avahi is running; the speaker is advertised only while an agent runs');
    const speaker = parseSpeakers(told.stdout).find(({ deviceUuid }) => deviceUuid === agent.deviceUuid);
    const { twins = [] } = (await agent.record()) ?? {};
    const found = twins.map(place =>
      findings.warning(
        `another speaker, at ${oneLine(place)}, has the id of this one: the music service takes both for one`,
        TWIN_REMEDY,
      ),
    );
    return speaker !== undefined
      ? [findings.ok('Avahi finds this speaker'), checkName(config, speaker, findings), found]
      : [
          found,
          findings.warning(
            'Avahi is running, but does not find this speaker',
            `see sudo journalctl -u ${unitOf(instance)} -e, and run sudo systemctl restart avahi-daemon`,
          ),
        ];
  },
};
