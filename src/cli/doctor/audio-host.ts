import { readFile } from 'node:fs/promises';
import { SYSTEM_AUTHORITIES } from '../../lib/authorities.js';
import type { AudioHost } from '../../contract/ports.js';
import { explainCertificate } from './certificate.js';
import type { Finding, Findings } from './finding.js';
import type { Check } from './scene.js';
import { ask, wordOf } from './web-request.js';

const REFUSED =
  'ask the music service why; it may not serve this network (a VPN, a proxy, another country) or this account';

/** Checks the host that serves the audio: only the service names it, and mpv connects to it. */
export const audioHost: Check = {
  name: 'audio host',
  needsAgent: true,
  async look({ agent }, findings, signal) {
    if (agent === null) return findings.note('not known: no agent is running');
    const host = (await agent.record())?.audioHost;
    if (host == null)
      return findings.note('not known: the agent has not requested any audio since it started');
    return reach(host, findings, signal);
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
      `${SYSTEM_AUTHORITIES} is missing: mpv trusts no certificate`,
      'sudo apt-get install ca-certificates',
    );
  try {
    // Without an audio address, any answer only shows that the host responds.
    await ask(origin, { signal, ...(ca && { ca }) });
  } catch (error) {
    const word = wordOf(error);
    const [text, remedy] = explainCertificate(word) ?? [
      `it cannot be reached (${word})`,
      'see the findings "dns" and "service", and check the network and any firewall; the agent tries again by itself',
    ];
    return findings.broken(`${origin}: ${text}`, remedy);
  }
  return (
    describe(origin, trouble, findings) ??
    findings.ok(`${origin} answers${isSecure ? ', with a valid certificate' : ''}`)
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
        `${origin} answers requests for the music service’s addresses with HTTP ${trouble.httpStatus ?? 'errors'}`,
        (trouble.httpStatus ?? 0) >= 500 ? 'wait: the agent tries again by itself' : REFUSED,
      );
    case 'insecure':
      return findings.broken(
        `${origin} redirects to an address without TLS, which is not played`,
        'tell the music service; a proxy on this network may be the cause, too',
      );
    case 'untrusted':
      return findings.broken(
        `${origin} has a valid certificate, but mpv rejected it`,
        'restart the agent: sudo systemctl restart tonearm; if that does not help, a host that this one redirects to has a bad certificate: tell the music service',
      );
    case 'plain':
      return findings.broken(
        `${origin} is an address without TLS, although the music service’s own uses TLS: it is not played`,
        'tell the music service; TONEARM_AUDIO_HTTP=on plays it anyway',
      );
    case 'private':
      return findings.broken(
        `${origin} resolves or redirects to a private network, from which the music service’s audio is not accepted`,
        'tell the music service; if a name server, cache or proxy of your own is the cause, add this host, and those that it redirects to, to TONEARM_AUDIO_HOSTS',
      );
    case 'unreachable':
    case 'unanswered':
      return findings.warning(
        `${origin} answers, but mpv got no audio from it`,
        'wait: the agent tries again by itself; if it keeps failing, its log has mpv’s messages',
      );
    case 'device':
    case 'undecodable':
    case undefined:
      return null;
  }
}
