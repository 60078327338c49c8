import { spawn } from 'node:child_process';
import { addIpv4, BROWSER } from '../contract/sightings.js';

/** How long results are awaited: the stale record of a speaker that is gone would take twice as long. */
const PATIENCE_MS = 2_500;
/** How many characters are kept. Any host can advertise any number of records, and Avahi tells older ones last. */
const KEPT = 512 * 1024;

/**
 * Runs `avahi-browse` once and returns the end of its output, with IPv4 addresses added where hosts have them; empty if
 * it cannot run. Never rejects.
 */
export async function browse(): Promise<string> {
  return addIpv4(await lookOnce());
}

function lookOnce(): Promise<string> {
  const words = Object.entries(BROWSER.environment).map(([name, value]) => `${name}=${value}`);
  const child = spawn('env', [...words, BROWSER.program, ...BROWSER.args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise(resolve => {
    let output = '';
    const end = (): void => {
      clearTimeout(patience);
      child.kill('SIGKILL');
      resolve(output);
    };
    const patience = setTimeout(end, PATIENCE_MS);
    child.on('error', end);
    child.on('close', end);
    // It is missing if the process can open no more files.
    const { stdout } = child as Partial<typeof child>;
    stdout?.setEncoding('utf8').on('data', (part: string) => {
      output = (output + part).slice(-KEPT);
    });
  });
}
