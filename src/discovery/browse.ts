import { spawn } from 'node:child_process';
import { addIpv4, BROWSER } from '../sightings.js';

/** What was seen within this is all there is to tell: a record that lingers of a speaker that is gone takes twice as long. */
const PATIENCE_MS = 2_500;
const MOST_BYTES = 512 * 1024;

/** Has `avahi-browse` look once; the answer is what it prints, by IPv4 where it can be, empty where nobody can look. Never rejects. */
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
    // There is none where the machine has no more files to open.
    (child.stdout as typeof child.stdout | undefined)?.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST_BYTES) end();
      else parts.push(part);
    });
  });
}
