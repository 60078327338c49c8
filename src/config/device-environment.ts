import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnvFile } from './env-file.js';

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

/**
 * The settings that a command on the device goes by (contract, section 1): its own, or, while it has none at all,
 * those of the installed agent. A file that is not there or not for this user leaves things as they are.
 */
export function toDeviceEnvironment(
  environment: NodeJS.ProcessEnv,
  installed: Installed = INSTALLED,
): NodeJS.ProcessEnv {
  const isSet = ([name, value = '']: [string, string | undefined]) =>
    name.startsWith('TONEARM_') && value !== '';
  if (Object.entries(environment).some(isSet)) return environment;
  try {
    const settings = parseEnvFile(readFileSync(installed.file, 'utf8'));
    return { ...installed.directories, ...toCredentials(installed), ...environment, ...settings };
  } catch {
    return environment;
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
