import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, ExitError } from '../../contract/errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import type { Connected } from './connect.js';
import type { FoundSpeaker } from './speakers.js';
import { hostOf } from './url.js';

/** How long the other addresses may take, and how many are tried: anybody can advertise any number. */
const PATIENCE_MS = 2_000;
const MOST_ADDRESSES = 32;
/** Revisions begin at a random number below 2^52 and rise by one: those of one process are never this far apart. */
const MOST_BETWEEN = 2 ** 30;

export interface Suspect {
  readonly opened: Connected;
  /** What was found by DNS-SD with its id. */
  readonly found: FoundSpeaker;
  /** The addresses of that id at which its token may be used. */
  readonly ways: readonly string[];
}

/**
 * Refuses a speaker whose id another one bears too, and can prove (contract, section 1): a copied card, or an id set by
 * hand twice. The command may mean either. Whoever only advertises the id proves nothing, and changes nothing. Several
 * ways to one speaker are told from two speakers by the revision, which is of one process alone. Rejects with an
 * `ExitError`, and stops both.
 */
export async function refuseTwins(
  { opened, found, ways }: Suspect,
  open: (url: string) => Promise<Connected>,
): Promise<void> {
  const elsewhere = hostsOfOthers(found, opened.url);
  const others = ways.filter(url => elsewhere.has(hostOf(url))).slice(0, MOST_ADDRESSES);
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

/**
 * Returns the hosts and ports of those that are advertised by another name, or for another host, than what was opened:
 * no two speakers of a network share both, and one speaker has one of each, however many its addresses are.
 */
function hostsOfOthers(found: FoundSpeaker, openedUrl: string): ReadonlySet<string> {
  const seen = [found, ...found.others];
  const toService = ({ name, host }: (typeof seen)[number]): string => `${host} ${name}`;
  const own = new Set(seen.filter(({ url }) => hostOf(url) === hostOf(openedUrl)).map(toService));
  const isAlone = new Set(seen.map(toService)).size === 1;
  return new Set(isAlone ? [] : seen.filter(each => !own.has(toService(each))).map(({ url }) => hostOf(url)));
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
