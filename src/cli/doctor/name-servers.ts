import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { readFact } from './machine-files.js';
import { type Finding, type Findings, NO_CONFIG } from './finding.js';
import type { Check, Scene } from './scene.js';
import { wordOf } from './web-request.js';

const REMEDY =
  'check the router, or set another name server in /etc/resolv.conf (or in the network settings)';

/** The system asks the next name server after five seconds. */
const SLOW_MS = 1_000;

/** Checks whether the service's names resolve, through the system resolver and through each of its name servers. */
export const nameServers: Check = {
  name: 'dns',
  async look(scene, findings) {
    if (scene.config === null) return findings.unseen(NO_CONFIG);
    const hosts = hostsOf(scene);
    if (hosts.length === 0) return findings.note('there are no host names of the music service to look up');
    const servers = serversOf(scene.root);
    const found = await Promise.all([
      ...hosts.map(host => resolveHost(host, findings)),
      ...servers.map(server => askServer(server, hosts[0] ?? '', findings)),
    ]);
    return [found, servers.length === 0 && findings.warning('/etc/resolv.conf lists no name server', REMEDY)];
  },
};

function hostsOf({ config }: Scene): string[] {
  if (config === null) return [];
  const hosts = [config.service.authUrl, config.service.baseUrl].map(url => new URL(url).hostname);
  return [...new Set(hosts)].filter(host => isIP(host.replace(/^\[|\]$/g, '')) === 0 && host !== 'localhost');
}

/** Returns the configured name servers; with systemd's stub resolver, also the servers behind it. */
function serversOf(root: string): string[] {
  const named = (path: string) =>
    [...(readFact(root, path) ?? '').matchAll(/^nameserver\s+(\S+)/gm)].map(([, server = '']) => server);
  const first = named('etc/resolv.conf');
  return [
    ...new Set([...first, ...(first.includes('127.0.0.53') ? named('run/systemd/resolve/resolv.conf') : [])]),
  ];
}

async function resolveHost(host: string, findings: Findings): Promise<Finding> {
  const beganMs = performance.now();
  try {
    const { address } = await lookup(host);
    const tookMs = performance.now() - beganMs;
    if (tookMs < SLOW_MS) return findings.ok(`${host} resolves to ${address}`);
    // As the agent judges: it waits for the look-up longer than for any single answer, and uses it for ten minutes.
    const slow = `${host} resolves to ${address}, but only after ${Math.round(tookMs / 1_000)} s`;
    return findings.warning(`${slow}: the first answer of the service may come too late`, REMEDY);
  } catch (error) {
    const word = wordOf(error);
    const why = word === 'ENOTFOUND' ? 'the name does not exist' : `it cannot be looked up (${word})`;
    return findings.broken(
      `${host}: ${why}`,
      'check TONEARM_AUTH_URL and TONEARM_BASE_URL, the network and the name servers',
    );
  }
}

async function askServer(server: string, host: string, findings: Findings): Promise<Finding> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  try {
    resolver.setServers([server]);
    await resolver.resolve4(host).catch(async (error: unknown) => {
      if (wordOf(error) !== 'ENODATA') throw error;
      return resolver.resolve6(host);
    });
    return findings.ok(`name server ${server} answers`);
  } catch (error) {
    const word = wordOf(error);
    // Not knowing the name is an answer; the system lookup reports whether the name is wrong.
    if (word === 'ENOTFOUND' || word === 'ENODATA')
      return findings.note(`name server ${server} does not know ${host}`);
    return findings.warning(`name server ${server} does not answer (${word})`, REMEDY);
  }
}
