import { accessSync, constants, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesOf } from '../config.js';
import { parseEnvFile } from './env-file.js';
import { PREFIX } from './variables.js';

/** Where systemd takes the settings of the installed agent from, and the directories its unit gives it. */
const INSTALLED = {
  file: '/etc/tonearm/tonearm.env',
  directories: { STATE_DIRECTORY: '/var/lib/tonearm', RUNTIME_DIRECTORY: '/run/tonearm' },
  /** Where the unit takes its credential `client-secret` from, if it has one (`systemd/client-secret.conf`). */
  credentials: '/etc/tonearm',
} as const;

interface Installed {
  readonly file: string;
  readonly directories: NodeJS.ProcessEnv;
  readonly credentials: string;
}

/** Says how another speaker is spoken to, not that there is one here. */
const OF_CLIENTS = 'TONEARM_CONTROL_TOKEN';

/**
 * The settings that a command on the device goes by (contract, section 1): its own, or, while it has none at all,
 * those of the installed agent. Whoever may not read them still learns where its directories are.
 */
export function toDeviceEnvironment(
  environment: NodeJS.ProcessEnv,
  installed: Installed = INSTALLED,
): NodeJS.ProcessEnv {
  if (hasSettings(environment)) return environment;
  try {
    const settings = parseEnvFile(readFileSync(installed.file, 'utf8'));
    return { ...installed.directories, ...toCredentials(installed), ...environment, ...settings };
  } catch {
    return isInstalled(installed) ? { ...installed.directories, ...environment } : environment;
  }
}

/**
 * Whether this machine has a Tonearm, so that a command which names no speaker means it, running or not: settings
 * are in the environment, the package (or its unit) has left its settings or directories, or this user's agent has.
 */
export function hasTonearm(environment: NodeJS.ProcessEnv, installed: Installed = INSTALLED): boolean {
  if (hasSettings(environment) || isInstalled(installed)) return true;
  const { stateDir, runtimeDir } = placesOf(environment);
  return [stateDir, runtimeDir].some(path => path !== null && isThere(path));
}

/** Whether there is one setting at least; an empty one is none. */
export function hasSettings(environment: NodeJS.ProcessEnv): boolean {
  return Object.entries(environment).some(
    ([name, value = '']) => name.startsWith(PREFIX) && name !== OF_CLIENTS && value !== '',
  );
}

function isInstalled({ file, directories }: Installed): boolean {
  return [file, ...Object.values(directories)].some(path => path !== undefined && isThere(path));
}

/** What lies where this user may not look is there. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** systemd shows a credential to the agent alone; whoever may read the file it comes from has it as well. */
function toCredentials({ credentials }: Installed): NodeJS.ProcessEnv {
  try {
    accessSync(join(credentials, 'client-secret'), constants.R_OK);
    return { CREDENTIALS_DIRECTORY: credentials };
  } catch {
    return {};
  }
}
