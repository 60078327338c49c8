import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, ExitError } from '../../errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import type { Connected } from './connect.js';

/** How long the other addresses may take, and how many are tried: anybody can advertise any number. */
const PATIENCE_MS = 2_000;
const MOST_ADDRESSES = 32;
/** Revisions begin at a random number below 2^52 and rise by one: those of one process are never this far apart. */
const MOST_BETWEEN = 2 ** 30;

/**
 * Refuses a speaker whose id another one bears too, and can prove (contract, section 1): a copied card, or an id set by
 * hand twice. The command may mean either. Several addresses of one speaker are told from that by the revision, which is
 * of one process alone. Rejects with an `ExitError`, and stops both.
 */
export async function refuseTwins(
  opened: Connected,
  urls: readonly string[],
  open: (url: string) => Promise<Connected>,
): Promise<void> {
  const others = urls.filter(url => url !== opened.url).slice(0, MOST_ADDRESSES);
  const tries = others.map(url => open(url).catch(passOver));
  const late = sleep(PATIENCE_MS, null, { ref: false });
  const answers = await Promise.all(tries.map(attempt => Promise.race([attempt, late])));
  for (const attempt of tries) void attempt.then(client => client?.stop());
  const twin = answers.find(client => client !== null && !areOneProcess(client, opened));
  if (twin === undefined || twin === null) return;
  opened.stop();
  throw createTrouble(
    `two speakers have the id ${oneLine(opened.hello?.deviceUuid ?? '')}: ${describe(opened)} and ${describe(twin)}`,
    'choose one with --url; "tonearm doctor" on either says how to give it an id of its own',
    { exitCode: EXIT.usage },
  );
}

function areOneProcess(one: Connected, other: Connected): boolean {
  const isOfOne = one.hello?.deviceUuid === other.hello?.deviceUuid;
  return isOfOne && Math.abs((one.revision ?? 0) - (other.revision ?? 0)) < MOST_BETWEEN;
}

function describe({ hello, url }: Connected): string {
  return `${JSON.stringify(oneLine(hello?.name ?? ''))} at ${oneLine(new URL(url).host)}`;
}

/** What does not answer, or cannot prove itself, is no other speaker. */
function passOver(error: unknown): null {
  if (error instanceof ExitError) return null;
  throw error;
}
