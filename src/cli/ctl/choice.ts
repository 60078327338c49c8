import { EXIT, type ExitError } from '../../contract/errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { isUuid, knownBy } from './namesake.js';
import type { FoundSpeaker } from './speakers.js';
import type { TokenFile } from './tokens.js';

/**
 * Returns the speaker that is meant, by `device` or as the only one. `tokens`: null to know none. Throws an `ExitError`:
 * 64 if there are several, 1 if there is none.
 */
export function choose(
  found: readonly FoundSpeaker[],
  device: string | null,
  tokens: TokenFile | null,
): FoundSpeaker {
  const meant = device === null ? found : meantBy(found, device, tokens);
  const [only, ...others] = meant;
  if (only === undefined) throw createAbsence(found, device);
  if (others.length === 0) return only;
  const names = device === null ? toNames(found) : meant.map(toIdAndName).join(', ');
  throw createTrouble('several speakers answer', `choose one with --device: ${names}`, {
    exitCode: EXIT.usage,
  });
}

/** Returns all speakers with this name or id. Throws an `ExitError` if there is none. */
export function chooseAll(found: readonly FoundSpeaker[], device: string): readonly FoundSpeaker[] {
  const meant = perhapsMeant(found, device);
  if (meant.length === 0) throw createAbsence(found, device);
  return meant;
}

function toNames(found: readonly FoundSpeaker[]): string {
  return found.map(({ name }) => JSON.stringify(name)).join(', ');
}

function toIdAndName({ deviceUuid, name }: FoundSpeaker): string {
  return `${oneLine(deviceUuid)} (${JSON.stringify(name)})`;
}

function createAbsence(found: readonly FoundSpeaker[], device: string | null): ExitError {
  const names = toNames(found);
  const who = device === null ? 'no speaker answers' : `no speaker ${JSON.stringify(device)} answers`;
  const remedy =
    names === ''
      ? 'is it switched on, and on this network? Otherwise give its address with --url'
      : 'choose one with --device; "tonearm ctl speakers" lists them all';
  return createTrouble(`${who}${names === '' ? '' : `, only ${names}`}`, remedy);
}

/** Returns the speakers with this name or id, ignoring case. */
export function perhapsMeant(found: readonly FoundSpeaker[], device: string): readonly FoundSpeaker[] {
  const wanted = device.toLowerCase();
  return found.filter(({ deviceUuid, name, others }) =>
    [deviceUuid, ...(isUuid(device) ? [] : [name, ...others.map(other => other.name)])].some(
      word => word.toLowerCase() === wanted,
    ),
  );
}

/**
 * Returns the speakers meant by this name or id. Anybody can choose any of both: a known speaker takes precedence over
 * others, and an exact match over one that ignores case. `tokens`: null to know none.
 */
function meantBy(
  found: readonly FoundSpeaker[],
  device: string,
  tokens: TokenFile | null,
): readonly FoundSpeaker[] {
  const namesOf = ({ name, others }: FoundSpeaker): string[] => [name, ...others.map(other => other.name)];
  const toBest = (each: readonly FoundSpeaker[]): readonly FoundSpeaker[] =>
    [each.filter(speaker => [speaker.deviceUuid, ...namesOf(speaker)].includes(device)), each].find(
      ({ length }) => length > 0,
    ) ?? [];
  const perhaps = perhapsMeant(found, device);
  if (tokens === null) return toBest(perhaps);
  const known = knownBy(found, device, tokens);
  if (known.length > 0) return toBest(known);
  // Some are known, but have not proven themselves under this name: the user must choose.
  const count = perhaps.filter(({ deviceUuid }) => tokens.find(deviceUuid) !== null).length;
  return count > 0 && count < perhaps.length ? perhaps : toBest(perhaps);
}

/**
 * Refuses a speaker that is only the one in sight, if it has not admitted this user and others have: one of those may be
 * meant. Throws an `ExitError`.
 */
export function refuseUnknown({ deviceUuid, name }: FoundSpeaker, tokens: TokenFile): void {
  if (tokens.all().length === 0 || tokens.find(deviceUuid) !== null) return;
  throw createTrouble(
    `only ${JSON.stringify(oneLine(name))} answers, which has not admitted you; others have`,
    'if it is meant, choose it with --device',
    { exitCode: EXIT.usage },
  );
}
