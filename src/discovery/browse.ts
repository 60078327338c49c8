import { spawn } from 'node:child_process';
import { addIpv4, BROWSER } from '../sightings.js';

/** How long results are awaited: the stale record of a speaker that is gone would take twice as long. */
const PATIENCE_MS = 2_500;
/** Longer lines are dropped: the record of a speaker has some 300 bytes. */
const MOST_OF_LINE = 1_024;
/** Limits on lines, of an address and in all. One host can advertise any number, and Avahi tells older ones last. */
const MOST_OF_ADDRESS = 16;
const MOST_LINES = 4_096;

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
    const sieve = createSieve();
    const end = (): void => {
      clearTimeout(patience);
      child.kill('SIGKILL');
      resolve(sieve.lines.join(''));
    };
    const patience = setTimeout(end, patienceMs);
    child.on('error', end);
    child.on('close', end);
    // stdout is missing if the process can open no more files.
    (child.stdout as typeof child.stdout | undefined)?.setEncoding('utf8').on('data', sieve.add);
  });
}

/** Keeps the lines with addresses, each with its line break, within the limits. */
export function createSieve(): { readonly lines: readonly string[]; readonly add: (part: string) => void } {
  const lines: string[] = [];
  const counts = new Map<string, number>();
  let begun = '';

  function keep(line: string): void {
    const [sign, , , , , , , address = ''] = line.split(';', 8);
    const count = counts.get(address) ?? 0;
    const isKept =
      sign === '=' && line.length <= MOST_OF_LINE && count < MOST_OF_ADDRESS && lines.length < MOST_LINES;
    if (!isKept) return;
    counts.set(address, count + 1);
    lines.push(`${line}\n`);
  }

  return {
    lines,
    add(part) {
      const [first = '', ...others] = part.split('\n');
      // Of a line that is too long, only its length matters.
      begun = (begun + first).slice(0, MOST_OF_LINE + 1);
      for (const next of others) {
        keep(begun);
        begun = next.slice(0, MOST_OF_LINE + 1);
      }
    },
  };
}
