import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { ControlClient } from '../client/control-client.js';
import { currentEnvironment, placesOf } from '../config.js';
import { toDeviceEnvironment } from '../config/device-environment.js';
import { EXIT, ExitError } from '../errors.js';
import { connectSpeaker, UnreachableError } from './ctl/connect.js';

/** Where the agent of this device is spoken to; it need not run. */
function findLocalSocket(): string {
  return join(placesOf(toDeviceEnvironment(currentEnvironment())).runtimeDir, 'control.sock');
}

/** A session with the agent of this device, or null when none runs here that this user may speak to. */
export async function openLocalAgent(name: string): Promise<ControlClient | null> {
  const path = findLocalSocket();
  if (!isThere(path)) return null;
  const { LocalSocket } = await import('../client/node-local-socket.js');
  try {
    return await connectSpeaker({ url: path, name, token: () => null, WebSocket: LocalSocket });
  } catch (error) {
    // A killed agent leaves its socket behind.
    if (error instanceof UnreachableError) return null;
    throw error;
  }
}

/** The same, or an `ExitError` that says what to do. */
export async function needLocalAgent(name: string): Promise<ControlClient> {
  const client = await openLocalAgent(name);
  if (client !== null) return client;
  const path = findLocalSocket();
  throw new ExitError(
    EXIT.fault,
    `no agent answers at ${path}: is it running, and are you its user or root? (TONEARM_RUNTIME_DIR says where it is)`,
  );
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
