import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { placesOf } from '../../config/config.js';
import { type LocalDevice, findDevice, listInstances } from '../../config/device.js';
import { INSTALLED, unitOf } from '../../config/installed.js';
import { EXIT, ExitError } from '../../contract/errors.js';
import { openLocalAgent, openSocket, SOCKET } from '../local-agent.js';
import { createTrouble } from '../trouble.js';
import type { Connected } from './connect.js';

const NAME = 'tonearm ctl';

/** Opens a session with the speaker that this machine is; resolves with null if it is none. Rejects with an `AwayError`. */
export async function openOwn(environment: NodeJS.ProcessEnv): Promise<Connected | null> {
  const own = findOwn(environment);
  return own === null ? null : openLocalAgent(NAME, own);
}

/** Returns the first speaker or, if there is no first, the only other one. Throws an `ExitError` 64 if there are several. */
export function findOwn(environment: NodeJS.ProcessEnv): LocalDevice | null {
  const first = findDevice(environment);
  if (first.isSpeaker) return first;
  const others = listInstances()
    .map(name => findDevice(environment, name))
    .filter(device => device.isSpeaker);
  if (others.length < 2) return others[0] ?? null;
  const names = others.map(({ instance }) => JSON.stringify(instance)).join(', ');
  throw createTrouble('this machine has several speakers', `choose one with --device: ${names}`, {
    exitCode: EXIT.usage,
  });
}

interface Neighbour {
  /** The instance part of its unit's name, after the @; empty for the first speaker. */
  readonly instance: string;
  readonly path: string;
}

/**
 * Opens a session with the speaker of this machine that has this unit name (`tonearm@kitchen`), device name or id; null
 * if there is none. Rejects with an `AwayError` if the unit of that name cannot be reached.
 */
export async function openNeighbour(
  device: string,
  environment: NodeJS.ProcessEnv,
): Promise<Connected | null> {
  const wanted = device.toLowerCase();
  const { runtimeDir } = placesOf(findDevice(environment).environment);
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

/**
 * Lists the speakers of this machine, whose runtime directories lie side by side: /run/tonearm, /run/tonearm@kitchen.
 */
function listNeighbours(runtimeDir: string): readonly Neighbour[] {
  const [folder, [first = '']] = [dirname(runtimeDir), basename(runtimeDir).split('@')];
  const toNeighbour = (name: string): Neighbour => ({
    instance: name.slice(first.length + 1),
    path: join(folder, name, SOCKET),
  });
  try {
    // In a world-writable directory such as /tmp, any user may create a directory with such a name.
    if ((statSync(folder).mode & 0o002) !== 0) return [toNeighbour(basename(runtimeDir))];
    const names = readdirSync(folder).filter(name => name === first || name.startsWith(`${first}@`));
    return [...new Set([...names, ...listStopped(folder, first)])].sort().map(toNeighbour);
  } catch {
    return [];
  }
}

/** With an agent that is stopped its runtime directory goes; its settings and its state stay. */
function listStopped(folder: string, first: string): readonly string[] {
  const isOfPackage = join(folder, first) === INSTALLED.directories.RUNTIME_DIRECTORY;
  return isOfPackage ? listInstances().map(unitOf) : [];
}

/** It is only asked for its name: what is wrong with it keeps nobody from the one that is meant. */
function passOver(error: unknown): null {
  if (error instanceof ExitError) return null;
  throw error;
}
