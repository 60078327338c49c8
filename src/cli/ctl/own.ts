import { type LocalDevice, findDevice, listInstances } from '../../config/device.js';
import { EXIT } from '../../contract/errors.js';
import { openLocalAgent } from '../local-agent.js';
import { createTrouble } from '../trouble.js';
import type { Connected } from './connect.js';

/** Opens a session with the speaker that this machine is; resolves with null if it is none. Rejects with an `AwayError`. */
export async function openOwn(environment: NodeJS.ProcessEnv): Promise<Connected | null> {
  const own = findOwn(environment);
  return own === null ? null : openLocalAgent('tonearm ctl', own);
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
