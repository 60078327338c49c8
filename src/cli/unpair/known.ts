import type { ControlClient } from '../../client/control-client.js';
import { readClients, readPairing } from '../../daemon/state-files.js';
import { deadline } from '../../deadline.js';
import { oneLine } from '../output.js';
import { untilAborted } from '../stop-signal.js';

/** Who is signed in and how many phones are admitted, as far as it can be told. */
export interface Known {
  readonly isPaired: boolean;
  /** The listener, as the service names him; null: not known. */
  readonly name: string | null;
  readonly phones: number;
}

/** The service is asked for the name; a service that is away must not hold up the leaving of it. */
const NAME_MS = 5_000;

export async function askAgent(client: ControlClient): Promise<Known> {
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

/** The same from the files, while no agent runs: they hold no name. */
export function readKept(stateDir: string): Known {
  const isPaired = (readPairing(stateDir)?.refreshToken ?? '') !== '';
  return { isPaired, name: null, phones: readClients(stateDir).length };
}

export function describe({ isPaired, name, phones }: Known): string {
  const who = name === null ? 'a listener (who is not known here and now)' : oneLine(name);
  const many = phones === 0 ? 'no phone' : phones === 1 ? 'one phone' : `${phones} phones`;
  return `signed in: ${isPaired ? who : 'nobody'}; admitted: ${many}`;
}
