import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ControlClient } from '../../client/control-client.js';
import { placesOf } from '../../config.js';
import { toDeviceEnvironment } from '../../config/device-environment.js';
import { ExitError } from '../../errors.js';
import { openSocket, SOCKET } from '../local-agent.js';

interface Neighbour {
  /** What follows the @ of its unit; empty for the first speaker. */
  readonly instance: string;
  readonly path: string;
}

/**
 * A session with the speaker of this machine that is called so, by the name of its unit (`tonearm@kitchen`), its own name or
 * its id; null where there is none. Rejects with an `AwayError` where the unit of that name cannot be spoken to.
 */
export async function openNeighbour(
  device: string,
  environment: NodeJS.ProcessEnv,
): Promise<ControlClient | null> {
  const wanted = device.toLowerCase();
  const { runtimeDir } = placesOf(toDeviceEnvironment(environment));
  const all = listNeighbours(runtimeDir);
  const named = all.find(({ instance }) => instance !== '' && instance.toLowerCase() === wanted);
  if (named !== undefined) return openSocket(named.path, NAME);
  for (const { path } of all) {
    const client = await openSocket(path, NAME).catch(passOver);
    const { name = '', deviceUuid = '' } = client?.hello ?? {};
    if ([name, deviceUuid].some(word => word.toLowerCase() === wanted)) return client;
    client?.stop();
  }
  return null;
}

const NAME = 'tonearm ctl';

/** The units of one machine have their directories beside one another: /run/tonearm, /run/tonearm@kitchen. */
function listNeighbours(runtimeDir: string): readonly Neighbour[] {
  const [folder, [first = '']] = [dirname(runtimeDir), basename(runtimeDir).split('@')];
  const toNeighbour = (name: string): Neighbour => ({
    instance: name.slice(first.length + 1),
    path: join(folder, name, SOCKET),
  });
  try {
    // Where everybody may write, as in /tmp, anybody may call a folder so.
    if ((statSync(folder).mode & 0o002) !== 0) return [toNeighbour(basename(runtimeDir))];
    const names = readdirSync(folder).filter(name => name === first || name.startsWith(`${first}@`));
    return names.sort().map(toNeighbour);
  } catch {
    return [];
  }
}

/** It is only asked for its name: what is wrong with it keeps nobody from the one that is meant. */
function passOver(error: unknown): null {
  if (error instanceof ExitError) return null;
  throw error;
}
