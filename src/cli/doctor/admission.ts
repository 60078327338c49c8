import { readClients } from '../../daemon/state-files.js';
import { type Finding, type Findings, type Found, NO_CONFIG } from './finding.js';
import type { Check, Client, Scene } from './scene.js';

/** Checks who may control the speaker, and who can eavesdrop on that. */
export const admission: Check = {
  name: 'access',
  async look(scene, findings) {
    const { config } = scene;
    if (config === null) return findings.unseen(NO_CONFIG);
    const { control, http } = config;
    const isFar = http.host !== null && !/^(127\.|::1$|localhost$)/.test(http.host);
    return [
      control.access === 'open'
        ? findings.warning(
            'ANYONE ON THIS NETWORK MAY CONTROL THIS SPEAKER (TONEARM_CONTROL_ACCESS=open)',
            'set TONEARM_CONTROL_ACCESS=paired, unless this is what you want',
          )
        : findings.ok('only phones that were admitted may control the speaker'),
      config.pairing === 'open' &&
        findings.warning(
          'while this speaker has no account, anybody nearby may pair it (TONEARM_PAIRING=open)',
          'set TONEARM_PAIRING=window or code, unless this is what you want',
        ),
      isGuessable(control.token ?? '') &&
        findings.warning(
          'TONEARM_CONTROL_TOKEN is short or looks like words: anybody who records the network traffic can guess it',
          'use a random one: openssl rand -base64 32',
        ),
      await checkGuests(scene, findings),
      tellWire(http.tls.mode, findings),
      isFar && findings.note('TONEARM_HTTP_HOST is set: machines beyond the local network are answered too'),
    ];
  },
};

/**
 * Returns whether the token has fewer than 128 bits or does not look random: base64 (of either kind), base32 or
 * hexadecimal.
 */
function isGuessable(token: string): boolean {
  const isMixed = token.length >= 22 && /[a-z]/.test(token) && /[A-Z]/.test(token);
  return token !== '' && !isMixed && !/^([\da-fA-F-]{32,}|[A-Z2-7]{26,}=*)$/.test(token);
}

/** Reports what is sent in the clear, and between whom. */
function tellWire(mode: 'auto' | 'only' | 'off', findings: Findings): Finding {
  if (mode === 'only') return findings.ok('the speaker is controlled over TLS only');
  if (mode === 'auto') {
    return findings.note(
      'browsers use plain http: anybody who listens in on the network sees what is played, and a machine in the middle can ' +
        'become an owner (TONEARM_TLS=only with a certificate that browsers trust prevents that)',
    );
  }
  return findings.warning(
    'everything goes over plain http: anybody who listens in on the network sees what is played, and by whom, and a ' +
      'machine in the middle can become an owner',
    'leave out TONEARM_TLS=off, unless this is what you want',
  );
}

const NAMED = 5;
/** A guest not seen for this many days has most likely been forgotten. */
const LONG_DAYS = 30;

/** Lists the guests without an expiry, and warns of those not seen for a long time. */
async function checkGuests({ agent, stateDir, epochMs }: Scene, findings: Findings): Promise<Found> {
  const clients = agent === null ? readClients(stateDir ?? '') : await agent.clients();
  const endless = clients.filter(({ role, expiresAtMs }) => role === 'guest' && expiresAtMs === undefined);
  const longAgoMs = epochMs() - LONG_DAYS * 86_400_000;
  const isGone = ({ createdMs, lastSeenMs = createdMs }: Client): boolean => lastSeenMs < longAgoMs;
  const gone = endless.filter(isGone);
  const present = endless.filter(client => !isGone(client));
  return [
    present.length > 0 &&
      findings.note(
        `guests with no time limit: ${toNames(present)} (to set one, remove the guest: sudo tonearm ctl phones remove NAME, ` +
          'or on the remote, under Speaker; then invite it again: sudo tonearm invite --guest --for 7d)',
      ),
    gone.length > 0 &&
      findings.warning(
        `guests with no time limit, not seen for ${LONG_DAYS} days: ${toNames(gone)}`,
        'remove those you do not need: sudo tonearm ctl phones remove NAME',
      ),
  ];
}

function toNames(clients: readonly Client[]): string {
  const names = clients.slice(0, NAMED).map(({ name }) => `“${name}”`);
  return [...names, ...(clients.length > NAMED ? [`${clients.length - NAMED} more`] : [])].join(', ');
}
