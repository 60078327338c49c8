import { join } from 'node:path';

/** Where systemd takes the settings of an installed agent from, and the directories its unit gives it. */
export interface Installed {
  readonly file: string;
  readonly directories: Readonly<Record<'STATE_DIRECTORY' | 'RUNTIME_DIRECTORY', string>>;
  /** Where the unit takes its credential `client-secret` from, if it has one (`systemd/client-secret.conf`). */
  readonly credentials: string;
  /** What the unit sets below its settings. */
  readonly defaults?: NodeJS.ProcessEnv;
}

const FOLDER = '/etc/tonearm';

/** `tonearm.service`, or `tonearm@kitchen.service`. */
export function installedOf(instance: string | null): Installed {
  const unit = unitOf(instance);
  return {
    file: join(FOLDER, `${instance ?? 'tonearm'}.env`),
    directories: { STATE_DIRECTORY: `/var/lib/${unit}`, RUNTIME_DIRECTORY: `/run/${unit}` },
    credentials: FOLDER,
    ...(instance !== null && { defaults: { TONEARM_DEVICE_NAME: instance } }),
  };
}

/** The first speaker. */
export const INSTALLED = installedOf(null);

export function unitOf(instance: string | null): string {
  return instance === null ? 'tonearm' : `tonearm@${instance}`;
}

/** The command line for that speaker of this machine. */
export function nameDevice(command: string, instance: string | null): string {
  return instance === null ? command : `${command} --device ${instance}`;
}
