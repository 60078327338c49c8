import { existsSync, statSync } from 'node:fs';
import { type Config, currentEnvironment, parseConfig, placesOf } from '../config.js';
import { toDeviceEnvironment } from '../config/device-environment.js';
import { EXIT, ExitError } from '../errors.js';
import type { Logger } from '../ports.js';
import type { Command } from './command.js';
import { toExitError } from './ctl/connect.js';
import { openLocalAgent } from './local-agent.js';

export const unpairCommand: Command = {
  name: 'unpair',
  summary: 'signs out: revokes the tokens where possible, forgets the listener and every admitted phone',
  options: {},
  notes: [
    'Run it on the speaker, as its user or root. An agent that runs does it; while none runs its files are changed.',
    'Where the service cannot be reached the tokens are forgotten all the same.',
  ],
  async run() {
    const client = await openLocalAgent('tonearm unpair');
    if (client === null) {
      tell(
        (await signOutWithoutAgent()) ? 'signed out' : 'nobody was signed in; admitted phones are forgotten',
      );
      return EXIT.clean;
    }
    try {
      await client.call('system.unpair', {});
      tell('signed out');
    } catch (error) {
      throw toExitError(error, 'this device');
    } finally {
      client.stop();
    }
    return EXIT.clean;
  },
};

/** An `ExitError` 1 when an agent holds the state directory after all, and cannot be spoken to. */
async function signOutWithoutAgent(): Promise<boolean> {
  const environment = toDeviceEnvironment(currentEnvironment());
  const { stateDir, runtimeDir } = placesOf(environment);
  if (stateDir === null || !existsSync(stateDir)) return false;
  // Secrets and the program are read by whoever runs this, files are changed by the one they belong to.
  const service = findService(environment);
  const { signOut } = await import('../daemon/sign-out.js');
  becomeOwner(stateDir);
  const clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
  return signOut({ stateDir, runtimeDir, service, clock, logger: LOGGER });
}

/** How the service is reached; null where the configuration does not say so rightly. */
function findService(environment: NodeJS.ProcessEnv): Config['service'] | null {
  try {
    return parseConfig(environment).config.service;
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    warn(
      'the configuration is not complete, so nothing can be revoked at the service: sign this device out there',
    );
    return null;
  }
}

/** What root writes the agent's own user could not read any more. */
function becomeOwner(stateDir: string): void {
  const { uid, gid } = statSync(stateDir);
  if (process.geteuid?.() !== 0 || uid === 0) return;
  process.setgid?.(gid);
  process.setgroups?.([gid]);
  process.setuid?.(uid);
}

const LOGGER: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_details, message) => warn(message),
  error: (_details, message) => warn(message),
};

function warn(text: string): void {
  process.stderr.write(`tonearm: ${text}\n`);
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
