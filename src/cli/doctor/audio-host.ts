import { readFile } from 'node:fs/promises';
import { SYSTEM_AUTHORITIES } from '../../authorities.js';
import type { AudioHost } from '../../ports.js';
import { explainCertificate } from './certificate.js';
import type { Finding, Findings } from './finding.js';
import type { Check } from './scene.js';
import { ask, wordOf } from './web-request.js';

const REFUSED =
  'ask the service why; it may not serve this network (a VPN, a proxy, another country) or this account';

/** Checks the host that serves the audio: only the service names it, and mpv connects to it. */
export const audioHost: Check = {
  name: 'audio host',
  async look({ agent }, findings, signal) {
    if (agent === null) return [findings.note('not known: no agent runs that has had audio from one')];
    const host = await agent.audioHost();
    if (host === null) return [findings.note('not known: the agent has asked for no audio since it started')];
    return [await reach(host, findings, signal)];
  },
};

async function reach(
  { origin, trouble }: AudioHost,
  findings: Findings,
  signal: AbortSignal,
): Promise<Finding> {
  const isSecure = origin.startsWith('https:');
  // Trust the same authorities as mpv, which does not know those of Node.
  const ca = isSecure ? await readFile(SYSTEM_AUTHORITIES).catch(() => null) : null;
  if (isSecure && ca === null)
    return findings.broken(
      `${SYSTEM_AUTHORITIES} is missing: mpv trusts nobody`,
      'sudo apt-get install ca-certificates',
    );
  try {
    // Without an audio address, any answer only shows that the host responds.
    await ask(origin, { signal, ...(ca && { ca }) });
  } catch (error) {
    const word = wordOf(error);
    const [text, remedy] = explainCertificate(word) ?? [
      `it cannot be reached (${word})`,
      'see the findings on dns and the service, the network, a firewall; the agent tries again by itself',
    ];
    return findings.broken(`${origin}: ${text}`, remedy);
  }
  return (
    describe(origin, trouble, findings) ??
    findings.ok(`${origin} answers${isSecure ? ', with a certificate that is good' : ''}`)
  );
}

/**
 * Returns the finding for a host that answers although the player last failed to get audio from it; null if there is
 * none.
 */
function describe(origin: string, trouble: AudioHost['trouble'], findings: Findings): Finding | null {
  switch (trouble?.fault) {
    case 'refused':
      return findings.broken(
        `${origin} answers the addresses that the service gives with HTTP ${trouble.httpStatus ?? 'errors'}`,
        (trouble.httpStatus ?? 0) >= 500 ? 'wait: the agent tries again by itself' : REFUSED,
      );
    case 'insecure':
      return findings.broken(
        `${origin} leads on to an address without TLS, which is not played`,
        'tell the service; a proxy of this network may do it, too',
      );
    case 'untrusted':
      return findings.broken(
        `${origin} has a certificate that is good, but mpv said otherwise`,
        'restart the agent; if it stays, a host that this one leads on to has a bad one: tell the service',
      );
    case 'plain':
      return findings.broken(
        `${origin} is an address without TLS, though the service’s own is one with it: it is not played`,
        'tell the service; TONEARM_AUDIO_HTTP=on plays it all the same',
      );
    case 'private':
      return findings.broken(
        `${origin} leads, by itself or by what it answers, into a private network, from where the service’s audio is not taken`,
        'tell the service; where a name server, a cache or a proxy of your own does it, name this host, and those it leads on to, in TONEARM_AUDIO_HOSTS',
      );
    case 'unreachable':
      return findings.warning(
        `${origin} answers, and yet mpv got no audio from it`,
        'wait: the agent tries again by itself; else its log has mpv’s words',
      );
    case 'device':
    case 'undecodable':
    case undefined:
      return null;
  }
}
