import { readClients } from '../../daemon/state-files.js';
import type { Finding, Findings } from './finding.js';
import type { Check, Scene } from './scene.js';

/** Who may control the speaker. */
export const admission: Check = {
  name: 'access',
  async look(scene, findings) {
    const { config } = scene;
    if (config === null) return [findings.note('not looked at: the configuration is not valid')];
    const { control, http } = config;
    const isFar = http.host !== null && !/^(127\.|::1$|localhost$)/.test(http.host);
    return [
      control.access === 'open'
        ? findings.warning(
            'ANYONE ON THIS NETWORK MAY CONTROL THIS SPEAKER (TONEARM_CONTROL_ACCESS=open)',
            'set TONEARM_CONTROL_ACCESS=paired, unless this is what you want',
          )
        : findings.ok('only phones that were admitted may control the speaker'),
      ...(await checkGuests(scene, findings)),
      ...(isFar
        ? [findings.note('TONEARM_HTTP_HOST is set: peers from beyond the local network are answered too')]
        : []),
    ];
  },
};

const NAMED = 5;

/** Guests are let in for a time; one without an end is easily forgotten. */
async function checkGuests({ agent, stateDir }: Scene, findings: Findings): Promise<Finding[]> {
  const clients = agent === null ? readClients(stateDir ?? '') : await agent.clients();
  const endless = clients.filter(({ role, expiresAtMs }) => role === 'guest' && expiresAtMs === undefined);
  if (endless.length === 0) return [];
  const names = endless.slice(0, NAMED).map(({ name }) => `“${name}”`);
  const more = endless.length > NAMED ? [`${endless.length - NAMED} more`] : [];
  return [
    findings.warning(
      `guests without an end: ${[...names, ...more].join(', ')}`,
      'remove whom you do not know (tonearm ctl phones remove NAME); invite the next for a time (tonearm invite --guest --for 7d)',
    ),
  ];
}
