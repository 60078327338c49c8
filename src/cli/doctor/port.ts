import { createServer } from 'node:net';
import { once } from 'node:events';
import { listFacts, listProcesses, nameOfProcess, readFact } from './machine-files.js';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { NO_CONFIG } from './finding.js';
import type { Check } from './scene.js';
import { ask, wordOf } from './web-request.js';

/** Checks the port that phones use. */
export const port: Check = {
  name: 'port',
  needsAgent: true,
  async look({ config, agent, root }, findings, signal) {
    if (config === null) return findings.unseen(NO_CONFIG);
    const { http } = config;
    if (agent !== null && http.port !== 0) {
      const host =
        http.host === null || http.host === '::' || http.host === '0.0.0.0' ? '127.0.0.1' : http.host;
      const name = host.includes(':') ? `[${host}]` : host;
      // Its certificate may be self-signed, so do not connect: a running agent listens.
      if (http.tls.mode === 'only') return findings.ok(`the agent listens on port ${http.port}`);
      try {
        const { status } = await ask(`http://${name}:${http.port}/healthz`, { signal });
        if (status === 200) return findings.ok(`the agent answers on port ${http.port} and is healthy`);
        return findings.broken(
          `the agent answers on port ${http.port}, but is not healthy (HTTP ${status})`,
          'see the other findings and the agent’s log',
        );
      } catch (error) {
        return findings.broken(
          `nothing answers on port ${http.port} (${wordOf(error)})`,
          'see the agent’s log (sudo journalctl -u tonearm -e), and restart the agent: sudo systemctl restart tonearm',
        );
      }
    }
    if (http.port === 0)
      return findings.note(
        'TONEARM_HTTP_PORT=0: any free port, as configured; phones must be given the port',
      );
    const trouble = await tryToListen(http.host, http.port);
    if (trouble === null) return findings.ok(`port ${http.port} is free`);
    if (trouble === 'EADDRINUSE') {
      const remedy = 'stop it, or set TONEARM_HTTP_PORT to a free one';
      return findings.broken(`port ${http.port} is in use by ${holderOf(root, http.port)}`, remedy);
    }
    return findings.broken(
      `the agent cannot listen on port ${http.port} (${trouble})`,
      'check TONEARM_HTTP_HOST and TONEARM_HTTP_PORT',
    );
  },
};

/** Listens for a moment; returns null, or the word of the error. */
export async function tryToListen(host: string | null, wanted: number): Promise<string | null> {
  for (const address of host === null ? ['::', '0.0.0.0'] : [host]) {
    const server = createServer();
    try {
      server.listen(wanted, address);
      await once(server, 'listening');
      return null;
    } catch (error) {
      const word = wordOf(error);
      if (word !== 'EAFNOSUPPORT' || host !== null) return word;
    } finally {
      server.close();
    }
  }
  return 'EAFNOSUPPORT';
}

/** Returns the process that listens on the port, as far as this user may see it. */
export function holderOf(root: string, wanted: number): string {
  const hex = wanted.toString(16).toUpperCase().padStart(4, '0');
  const inodes = ['tcp', 'tcp6'].flatMap(table =>
    (readFact(root, `proc/net/${table}`) ?? '').split('\n').flatMap(line => {
      const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
      return local.endsWith(`:${hex}`) && state === '0A' ? [inode] : [];
    }),
  );
  const sockets = new Set(inodes.map(inode => `socket:[${inode}]`));
  for (const { pid } of listProcesses(root)) {
    for (const handle of listFacts(root, `proc/${pid}/fd`)) {
      if (sockets.has(linkOf(join(root, `proc/${pid}/fd/${handle}`))))
        return `${nameOfProcess(root, pid)} (pid ${pid})`;
    }
  }
  return 'another program (root can see which)';
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
