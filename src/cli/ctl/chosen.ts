import { ExitError } from '../../contract/errors.js';
import { choose, chooseAll, perhapsMeant, refuseUnknown } from './choice.js';
import { atHome, knownAlone, refuseBorrowedName } from './namesake.js';
import { findSpeakers, type FoundSpeaker } from './speakers.js';
import type { TokenFile } from './tokens.js';

/** The speakers that a command without an address means. */
export interface Chosen {
  /** One, or with a given token several. */
  readonly found: readonly FoundSpeaker[];
  /** To be called once no address of theirs has worked. Throws an `ExitError` if what else bears that name explains why. */
  readonly refuseOthers: () => void;
}

interface Means {
  /** A token from the option or the environment; null if none. */
  readonly given: string | null;
  readonly tokens: TokenFile;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Finds the speakers that are meant: with a given token each that bears that name, because a given token is shown to
 * nobody: a peer that does not know it cannot open the session. Without one, the only known speaker with that name is
 * meant whatever else is found: anybody can keep it from being found, but not from where it has proven itself. Rejects
 * with an `ExitError`.
 */
export async function findChosen(
  device: string | null,
  { given, tokens, environment }: Means,
): Promise<Chosen> {
  const known = given === null ? knownAlone(device, tokens) : null;
  const home = known === null ? null : atHome(known);
  const speakers = await findSpeakers(environment).catch((error: unknown) => {
    if (home === null || !(error instanceof ExitError)) throw error;
    return [];
  });
  const refuseNone = (): void => undefined;
  if (given !== null) {
    const found = device === null ? [choose(speakers, null, null)] : chooseAll(speakers, device);
    return { found, refuseOthers: refuseNone };
  }
  const chooseAmongFound = (): FoundSpeaker => {
    const found = choose(speakers, device, tokens);
    refuseBorrowedName(found, { device, tokens });
    if (device === null) refuseUnknown(found, tokens);
    return found;
  };
  if (known !== null && (device !== null || speakers.length === 0)) {
    const seen = speakers.find(({ deviceUuid }) => deviceUuid === known.deviceUuid);
    if (seen !== undefined) return { found: [seen], refuseOthers: refuseNone };
    const refuseOthers = (): void => {
      if (device !== null && perhapsMeant(speakers, device).length > 0) chooseAmongFound();
    };
    if (home !== null) return { found: [home], refuseOthers };
  }
  return { found: [chooseAmongFound()], refuseOthers: refuseNone };
}
