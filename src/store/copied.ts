import { basename } from 'node:path';
import type { Clock, Logger } from '../contract/ports.js';
import { codeOf, setAside, syncDirectory } from './file.js';

const COPIED =
  'The state was copied from another machine, so its keys are not used. This speaker gets an id of its own, unless TONEARM_DEVICE_UUID is set, and must be paired.';

/**
 * Sets aside, durably, what a copied state directory holds of the other machine (contract, section 2), and logs it.
 * Resolves with whether all of it is out of the way. `device.json` may be replaced only then: whenever the start is cut
 * short, it still bears the mark of the other machine, and the next start goes on here.
 */
export async function setCopiedAside(
  stateDir: string,
  paths: readonly string[],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Promise<boolean> {
  const keptAs: string[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      keptAs.push(basename(await setAside(path, clock.epochMs(), 'copied')));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') problems.push(`${basename(path)}: ${codeOf(error)}`);
    }
  }
  await syncDirectory(stateDir).catch((error: unknown) => problems.push(codeOf(error)));
  logger.warn({ keptAs, ...(problems.length > 0 && { problems }) }, COPIED);
  return problems.length === 0;
}
