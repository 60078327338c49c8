import type { ControlClient } from '../../client/control-client.js';
import { readClients, readPairing } from '../../daemon/state-files.js';
import { deadline } from '../../lib/deadline.js';
import { oneLine } from '../output.js';
import { untilAborted } from '../stop-signal.js';

/** The listener and the number of admitted phones, as far as known. */
export interface PairedState {
  readonly isPaired: boolean;
  /** The listener's name at the service; null if not known. */
  readonly name: string | null;
  readonly phones: number;
}

/** Time limit for the query of the name, in milliseconds: an unreachable service must not delay the sign-out. */
const NAME_MS = 5_000;

export async function askAgent(client: ControlClient): Promise<PairedState> {
  const isPaired = client.state?.pairing === 'paired';
  const [{ clients }, name] = await Promise.all([
    client.call('access.list', {}),
    isPaired ? askName(client) : null,
  ]);
  return { isPaired, name, phones: clients.length };
}

async function askName(client: ControlClient): Promise<string | null> {
  const given = deadline(NAME_MS);
  const asked = client.call('library.profile', {}).then(
    ({ displayName }) => displayName,
    () => null,
  );
  return Promise.race([asked, untilAborted(given).then(() => null)]);
}

/** Reads the same from the files while no agent runs; they hold no name. */
export function readKept(stateDir: string): PairedState {
  const isPaired = (readPairing(stateDir)?.refreshToken ?? '') !== '';
  return { isPaired, name: null, phones: readClients(stateDir).length };
}

export function describe({ isPaired, name, phones }: PairedState): string {
  const who = name === null ? 'a listener whose name is not known' : oneLine(name);
  const many = phones === 0 ? 'no phones' : phones === 1 ? 'one phone' : `${phones} phones`;
  return `signed in: ${isPaired ? who : 'nobody'}; admitted: ${many}`;
}
