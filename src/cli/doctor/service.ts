import { explainCertificate } from './certificate.js';
import { type Findings, type Found, NO_CONFIG } from './finding.js';
import type { Check } from './scene.js';
import { ask, wordOf } from './web-request.js';

/** Checks whether the service's hosts can be reached and have valid certificates. */
export const service: Check = {
  name: 'service',
  async look({ config }, findings, signal) {
    if (config === null) return findings.unseen(NO_CONFIG);
    const { authUrl, baseUrl } = config.service;
    const rows =
      authUrl === baseUrl
        ? [{ variables: 'TONEARM_AUTH_URL and TONEARM_BASE_URL', url: authUrl }]
        : [
            { variables: 'TONEARM_AUTH_URL', url: authUrl },
            { variables: 'TONEARM_BASE_URL', url: baseUrl },
          ];
    return Promise.all(rows.map(row => reach(row, findings, signal)));
  },
};

async function reach(
  { variables, url }: { readonly variables: string; readonly url: string },
  findings: Findings,
  signal: AbortSignal,
): Promise<Found> {
  const { host, protocol, hostname } = new URL(url);
  try {
    const { status } = await ask(url, { signal });
    const isOpen = protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname);
    return [
      status >= 500
        ? findings.broken(
            `${host} answers with a server error (HTTP ${status})`,
            'wait: the agent tries again by itself',
          )
        : findings.ok(`${host} answers${protocol === 'https:' ? ', with a valid certificate' : ''}`),
      isOpen &&
        findings.warning(
          `requests to ${host} are sent without TLS`,
          `use https in ${variables}, if the music service supports it`,
        ),
    ];
  } catch (error) {
    const [text, remedy] = explain(wordOf(error), variables);
    return findings.broken(`${host}: ${text}`, remedy);
  }
}

/** Returns text and remedy for an error. `variables`: all settings that hold this address. */
function explain(word: string, variables: string): [string, string] {
  const tls = explainCertificate(word);
  if (tls !== null) return [tls[0], `${tls[1]}; ${variables} must name the host that the certificate is for`];
  if (word === 'ENOTFOUND' || word === 'EAI_AGAIN')
    return [`its name cannot be looked up (${word})`, 'see the finding "dns"'];
  if (word === 'ECONNREFUSED')
    return [
      'it refuses the connection',
      `check ${variables}, including the port; otherwise wait: the agent tries again by itself`,
    ];
  if (word === 'EPROTO' || word.startsWith('ERR_SSL'))
    return [`it does not speak TLS (${word})`, `check whether https is right in ${variables}`];
  return [`it cannot be reached (${word})`, `check the network, any firewall, and ${variables}`];
}
