import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { placesOf } from './config.js';
import { SETTINGS } from '../place.js';
import { parseEnvFile } from './env-file.js';
import { INSTALLED, type Installed } from './installed.js';
import { PREFIX } from './variables.js';

/** Says how another speaker is spoken to, not that there is one here. */
const OF_CLIENTS = 'TONEARM_CONTROL_TOKEN';

/**
 * Returns the settings for a command on the device (contract, section 1): its own, or, if it has none at all, those of
 * the installed agent. A user who may not read those still gets the agent's directories.
 */
export function toDeviceEnvironment(
  environment: NodeJS.ProcessEnv,
  installed: Installed = INSTALLED,
): NodeJS.ProcessEnv {
  if (hasSettings(environment)) return environment;
  try {
    const settings = parseEnvFile(readFileSync(installed.file));
    return { ...installed.directories, ...toCredentials(installed), ...environment, ...settings };
  } catch {
    return isInstalled(installed) ? { ...installed.directories, ...environment } : environment;
  }
}

/** The settings of the speaker that a unit runs, whatever the environment has of other directories. */
export function createInstanceEnvironment(
  environment: NodeJS.ProcessEnv,
  installed: Installed,
): NodeJS.ProcessEnv {
  const places = { ...environment, ...installed.directories, ...toCredentials(installed) };
  try {
    return { ...places, ...installed.defaults, ...parseEnvFile(readFileSync(installed.file)) };
  } catch {
    return places;
  }
}

/**
 * Returns whether this machine has a Tonearm, running or not, so that a command which names no speaker means it:
 * settings are in the environment, the package (or its unit) has left its settings or directories, or this user's agent
 * has.
 */
export function hasTonearm(environment: NodeJS.ProcessEnv, installed: Installed = INSTALLED): boolean {
  return hasOwnTonearm(environment) || isInstalled(installed);
}

/** Returns whether settings are in the environment, or an agent of this user has left its directories. */
export function hasOwnTonearm(environment: NodeJS.ProcessEnv): boolean {
  if (hasSettings(environment)) return true;
  const { stateDir, runtimeDir } = placesOf(environment);
  return [stateDir, runtimeDir].some(path => path !== null && isThere(path));
}

/**
 * Returns whether a command that may mean any speaker means this one. The package alone does not make a machine a speaker:
 * it leaves settings that name no service and, after a restart of the machine, an empty state directory. A user who cannot
 * read the settings compares their size with that of the example, which the package keeps unedited settings equal to.
 */
export function isSpeaker(installed: Installed): boolean {
  const { STATE_DIRECTORY, RUNTIME_DIRECTORY } = installed.directories;
  // It goes with the agent.
  if (isThere(RUNTIME_DIRECTORY)) return true;
  const settings = lookAtSettings(installed.file);
  if (settings === 'none') return isThere(STATE_DIRECTORY);
  return settings === 'set' || existsSync(join(STATE_DIRECTORY, 'credentials.json'));
}

const OF_SERVICE = ['TONEARM_AUTH_URL', 'TONEARM_BASE_URL', 'TONEARM_CLIENT_ID'];

function lookAtSettings(file: string): 'none' | 'unset' | 'set' {
  if (!isThere(file)) return 'none';
  try {
    const settings = parseEnvFile(readFileSync(file));
    return OF_SERVICE.some(name => (settings[name] ?? '') !== '') ? 'set' : 'unset';
  } catch {
    return sizeOf(file) === sizeOf(SETTINGS) ? 'unset' : 'set';
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

/** Returns whether at least one setting has a value. */
export function hasSettings(environment: NodeJS.ProcessEnv): boolean {
  return Object.entries(environment).some(
    ([name, value = '']) => name.startsWith(PREFIX) && name !== OF_CLIENTS && value !== '',
  );
}

function isInstalled({ file, directories }: Installed): boolean {
  return [file, ...Object.values(directories)].some(isThere);
}

/** What lies where this user may not look is there. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/**
 * Returns the credential's directory, if this user may read its file; systemd itself shows a credential only to the
 * agent.
 */
function toCredentials({ credentials }: Installed): NodeJS.ProcessEnv {
  try {
    accessSync(join(credentials, 'client-secret'), constants.R_OK);
    return { CREDENTIALS_DIRECTORY: credentials };
  } catch {
    return {};
  }
}
