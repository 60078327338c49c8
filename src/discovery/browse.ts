import { spawn } from 'node:child_process';
import { addIpv4, BROWSER } from '../sightings.js';

/** How long results are awaited: the stale record of a speaker that is gone would take twice as long. */
const PATIENCE_MS = 2_500;
const MOST_BYTES = 512 * 1024;

/**
 * Runs `avahi-browse` once and returns its output, with IPv4 addresses added where hosts have them; empty if it cannot
 * run. Never rejects.
 */
export async function browse(patienceMs = PATIENCE_MS): Promise<string> {
  return addIpv4(await lookOnce(patienceMs));
}

function lookOnce(patienceMs: number): Promise<string> {
  const words = Object.entries(BROWSER.environment).map(([name, value]) => `${name}=${value}`);
  const child = spawn('env', [...words, BROWSER.program, ...BROWSER.args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise(resolve => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      clearTimeout(patience);
      child.kill('SIGKILL');
      resolve(Buffer.concat(parts).toString('utf8'));
    };
    const patience = setTimeout(end, patienceMs);
    child.on('error', end);
    child.on('close', end);
    // stdout is missing if the process can open no more files.
    (child.stdout as typeof child.stdout | undefined)?.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST_BYTES) end();
      else parts.push(part);
    });
  });
}
