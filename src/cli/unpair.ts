import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, currentEnvironment, parseConfig, placesOf } from '../config.js';
import { toDeviceEnvironment } from '../config/device-environment.js';
import { EXIT, ExitError } from '../errors.js';
import type { Logger } from '../ports.js';
import type { Command } from './command.js';
import { toExitError } from './ctl/connect.js';
import { openLocalAgent } from './local-agent.js';

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url));

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
    if (client === null) return signOutWithoutAgent();
    try {
      await client.call('system.unpair', {});
      return tellOutcome(true);
    } catch (error) {
      throw toExitError(error, 'this device');
    } finally {
      client.stop();
    }
  },
};

/** Resolves with the exit code. An `ExitError` 1 when an agent holds the directory after all, and cannot be spoken to. */
async function signOutWithoutAgent(): Promise<number> {
  const environment = toDeviceEnvironment(currentEnvironment());
  const { stateDir, runtimeDir } = placesOf(environment);
  if (stateDir === null || !existsSync(stateDir)) return tellOutcome(false);
  const owner = statSync(stateDir);
  if (process.geteuid?.() === 0 && owner.uid !== 0) {
    return runAs(owner, {
      ...environment,
      ...readableSecret(environment),
      TONEARM_STATE_DIR: stateDir,
      TONEARM_RUNTIME_DIR: runtimeDir,
    });
  }
  const service = findService(environment);
  if (service === null) {
    warn(
      'the configuration is not complete, so nothing can be revoked at the service: sign this device out there',
    );
  }
  const { signOut } = await import('../daemon/sign-out.js');
  const clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
  return tellOutcome(await signOut({ stateDir, runtimeDir, service, clock, logger: LOGGER }));
}

/** How the service is reached; null where the configuration does not say so rightly. */
function findService(environment: NodeJS.ProcessEnv): Config['service'] | null {
  try {
    return parseConfig(environment).config.service;
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return null;
  }
}

/** The file of the secret may be for root alone. */
function readableSecret(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secret = findService(environment)?.clientSecret ?? '';
  return secret === '' ? {} : { TONEARM_CLIENT_SECRET: secret, TONEARM_CLIENT_SECRET_FILE: '' };
}

/**
 * This command once more, as the user whose files they are: what root writes the agent could not read any more.
 * A process of its own, because Node refuses to change its user where libuv might use io_uring (Debian 13).
 */
async function runAs(owner: { readonly uid: number; readonly gid: number }, environment: NodeJS.ProcessEnv) {
  const { uid, gid } = owner;
  const child = spawn(process.execPath, [PROGRAM, 'unpair'], {
    uid,
    gid,
    env: environment,
    cwd: '/',
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? EXIT.fault;
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

function tellOutcome(wasPaired: boolean): number {
  const what = wasPaired ? 'signed out' : 'nobody was signed in; admitted phones are forgotten';
  process.stdout.write(`${what}\n`);
  return EXIT.clean;
}
