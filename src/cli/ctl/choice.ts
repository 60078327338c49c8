import { EXIT, type ExitError } from '../../contract/errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { toExit } from './connect.js';
import { findSpeakers, type FoundSpeaker } from './speakers.js';
import type { Known } from './known-speakers.js';
import { toSecure } from './url.js';

/** A speaker that a command may mean. */
export interface Candidate {
  readonly deviceUuid: string;
  readonly name: string;
  /** What is kept of it; null if it has not admitted this user. */
  readonly known: Known | null;
  /** What DNS-SD offers under its id, which anybody can do: what proves itself is the speaker. Null: nothing. */
  readonly seen: FoundSpeaker | null;
}

/**
 * Finds the speaker that is meant, by its id or name or as the only one: among the known ones, else among those in sight.
 * Rejects with an `ExitError`: 64 if there are several, 1 if there is none.
 */
export async function findMeant(
  device: string | null,
  known: readonly Known[],
  environment: NodeJS.ProcessEnv,
): Promise<Candidate> {
  const { seen, problem } = await findSpeakers(environment).then(
    found => ({ seen: found, problem: null }),
    // A known speaker is found without Avahi.
    (error: unknown) => ({ seen: [], problem: toExit(error) }),
  );
  const all = toCandidates(known, seen);
  const meant = device === null ? inPlace(all) : calledBy(all, device);
  // A known speaker that was claimed by this machine’s own socket has no address.
  const isNowhere = meant.every(each => each.seen === null && each.known?.url === undefined);
  if (isNowhere) throw problem ?? createAbsence(seen, device);
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return only;
  const names = meant.map(each =>
    device === null ? toName(each) : `${oneLine(each.deviceUuid)} (${toName(each)})`,
  );
  throw createTrouble('several speakers answer', `choose one with --device: ${names.join(', ')}`, {
    exitCode: EXIT.usage,
  });
}

/**
 * Returns the addresses of a speaker, that of the claim first. Without TLS a host in the middle can relay a session, so a
 * token goes without it only to the address that it came from. `hasToken`: whether there is one for it.
 */
export function waysTo({ known, seen }: Candidate, hasToken: boolean): readonly string[] {
  const found = seen === null ? [] : [seen.url, ...seen.others.map(other => other.url)];
  const home = known?.url === undefined ? [] : [known.url];
  if (known?.tls === true) return [...home, ...found].map(toSecure);
  return [...home, ...found.filter(url => !hasToken || url.startsWith('wss:'))];
}

function toCandidates(known: readonly Known[], seen: readonly FoundSpeaker[]): readonly Candidate[] {
  const strangers = seen.filter(({ deviceUuid }) => known.every(each => each.deviceUuid !== deviceUuid));
  return [
    ...known.map(each => ({
      deviceUuid: each.deviceUuid,
      name: each.name,
      known: each,
      seen: seen.find(({ deviceUuid }) => deviceUuid === each.deviceUuid) ?? null,
    })),
    ...strangers.map(each => ({ deviceUuid: each.deviceUuid, name: each.name, known: null, seen: each })),
  ].sort((one, other) => one.name.localeCompare(other.name));
}

/** Returns those in sight; where only strangers are, a known speaker that is not may be meant, too. */
function inPlace(all: readonly Candidate[]): readonly Candidate[] {
  const isStrange = all.every(({ known, seen }) => known === null || seen === null);
  return isStrange ? all : all.filter(({ seen }) => seen !== null);
}

/** Returns those with this id or name, ignoring case. What is kept of a speaker counts before what anybody advertises. */
function calledBy(all: readonly Candidate[], device: string): readonly Candidate[] {
  const isIt = (word: string): boolean => word.toLowerCase() === device.toLowerCase();
  const isCalled = (name: string): boolean => isIt(name) && !isUuid(device);
  const known = all.filter(each => each.known !== null);
  return (
    [
      known.filter(({ deviceUuid }) => isIt(deviceUuid)),
      known.filter(({ name }) => isCalled(name)),
      all.filter(
        ({ deviceUuid, seen }) =>
          isIt(deviceUuid) || (seen !== null && [seen, ...seen.others].some(({ name }) => isCalled(name))),
      ),
    ].find(({ length }) => length > 0) ?? []
  );
}

/** Whether a word is an id that means one speaker alone, whatever others call themselves. */
function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);
}

function toName({ name }: Pick<Candidate, 'name'>): string {
  return JSON.stringify(oneLine(name));
}

function createAbsence(seen: readonly FoundSpeaker[], device: string | null): ExitError {
  const names = seen.map(toName).join(', ');
  const who = device === null ? 'no speaker answers' : `no speaker ${JSON.stringify(device)} answers`;
  const remedy =
    names === ''
      ? 'is it switched on, and on this network? Otherwise give its address with --url'
      : 'choose one with --device; "tonearm ctl speakers" lists them all';
  return createTrouble(`${who}${names === '' ? '' : `, only ${names}`}`, remedy);
}
