import { readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  createInstanceEnvironment,
  hasOwnTonearm,
  hasTonearm,
  isSpeaker,
  isThere,
  toDeviceEnvironment,
} from './device-environment.js';
import { INSTALLED, type Installed, installedOf } from './installed.js';
import { PREFIX } from './variables.js';

/** The speaker of this machine that a command means. */
export interface LocalDevice {
  /** What follows the @ of its unit (`tonearm@kitchen`); null: the first speaker, or one that no unit runs. */
  readonly instance: string | null;
  /** Its settings, and where its directories are. */
  readonly environment: NodeJS.ProcessEnv;
  /** Whether there is one, or the package for it. */
  readonly isThere: boolean;
  /** Whether a command that may mean any speaker of the network means this one. */
  readonly isSpeaker: boolean;
}

/**
 * The speaker that is named, else the one whose runtime or state directory the environment names as systemd does, else
 * that of the settings at hand (contract, section 1).
 */
export function findDevice(environment: NodeJS.ProcessEnv, instance: string | null = null): LocalDevice {
  if (instance !== null) {
    const settings = createInstanceEnvironment(withoutSettings(environment), installedOf(instance));
    return { instance, environment: settings, isThere: true, isSpeaker: isSpeaker(installedOf(instance)) };
  }
  const named = instanceOf(environment);
  if (named === undefined) {
    const found = toDeviceEnvironment(environment);
    const isMeant = hasOwnTonearm(environment) || isSpeaker(INSTALLED);
    return { instance: null, environment: found, isThere: hasTonearm(environment), isSpeaker: isMeant };
  }
  const own = Object.entries(environment).filter(([name, value]) => name.startsWith(PREFIX) && value !== '');
  const settings = createInstanceEnvironment(environment, installedOf(named));
  return {
    instance: named,
    environment: { ...settings, ...Object.fromEntries(own) },
    isThere: true,
    isSpeaker: true,
  };
}

/** The speakers of `tonearm@.service` that this machine has, or had. */
export function listInstances(): readonly string[] {
  const { file, directories } = INSTALLED;
  const settings = namesIn(dirname(file)).flatMap(name => /^(.+)\.env$/.exec(name)?.[1] ?? []);
  const used = Object.values(directories).flatMap(path =>
    namesIn(dirname(path)).flatMap(name =>
      name.startsWith('tonearm@') ? name.slice('tonearm@'.length) : [],
    ),
  );
  const all = [...settings.filter(name => name !== 'tonearm'), ...used];
  return [...new Set(all)].sort().filter(name => isInstance(installedOf(name)));
}

/** Settings that nobody may read are there as well. */
function isInstance({ file, directories }: Installed): boolean {
  return [file, ...Object.values(directories)].some(isThere);
}

/** Undefined: it names none of the package's. */
function instanceOf(environment: NodeJS.ProcessEnv): string | null | undefined {
  const { STATE_DIRECTORY, RUNTIME_DIRECTORY } = INSTALLED.directories;
  const places = [
    [environment[`${PREFIX}RUNTIME_DIR`], RUNTIME_DIRECTORY],
    [environment[`${PREFIX}STATE_DIR`], STATE_DIRECTORY],
  ] as const;
  for (const [path = '', first] of places) {
    if (path === '' || dirname(resolve(path)) !== dirname(first)) continue;
    const [unit, instance = null] = basename(resolve(path)).split(/@(.*)/s);
    if (unit === basename(first)) return instance;
  }
  return undefined;
}

function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith(PREFIX)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
