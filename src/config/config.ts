import { hostname } from 'node:os';
import { resolve } from 'node:path';
import {
  checkValues,
  describeProblems,
  findUnknownNames,
  type GivenVariables,
  pickGiven,
  type Problem,
} from './check.js';
import { findClientSecret, findCommandWarnings, findTls } from './files.js';
import { findRuntimeDir, findStateDir, isOfService } from './places.js';
import { LONGEST_NAME } from './kinds.js';
import type { Values } from './variables.js';
import { EXIT, ExitError } from '../contract/errors.js';
import { isJournal } from '../lib/journal.js';

/** The agent's complete configuration (contract, section 2). Addresses end without a slash; paths are absolute. */
export type Config = ReturnType<typeof toConfig>;

export interface ParsedConfig {
  readonly config: Config;
  /** Sentences for the log, about unknown names and settings without effect. */
  readonly warnings: readonly string[];
}

/** Variables that hold a secret, or the place of one. */
const SECRET_NAMES = ['TONEARM_CLIENT_SECRET', 'TONEARM_CONTROL_TOKEN', 'CREDENTIALS_DIRECTORY'];

/**
 * Reads the configuration of this process, once: secrets are removed from its environment, so that no child process
 * inherits them. Throws as `parseConfig` does.
 */
export function loadConfig(): ParsedConfig {
  const environment = currentEnvironment();
  const parsed = parseConfig(environment);
  for (const name of SECRET_NAMES) Reflect.deleteProperty(environment, name);
  return parsed;
}

/** Returns the environment; the one place that reads `process.env`. */
export function currentEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/**
 * Parses the configuration. Throws an `ExitError` 78 whose message lists every problem, but never the value of a
 * secret.
 */
export function parseConfig(environment: NodeJS.ProcessEnv): ParsedConfig {
  const given = pickGiven(environment);
  const checked = checkValues(given);
  const secret = findClientSecret(given, environment);
  const tls = findTls(given);
  const stateDir = findStateDir(given, environment);
  const unknown = findUnknownNames(environment);
  const problems: Problem[] = [...checked.problems, ...secret.problems, ...tls.problems];
  if (stateDir === null) {
    problems.push({ name: 'TONEARM_STATE_DIR', text: 'is required because this user has no home directory' });
  }
  if (problems.length > 0 || checked.values === null || stateDir === null) {
    throw new ExitError(EXIT.badConfiguration, describeProblems(problems, unknown));
  }
  const config = toConfig(checked.values, {
    clientSecret: secret.value,
    tls: tls.value,
    stateDir,
    runtimeDir: findRuntimeDir(given, environment, stateDir),
    isRuntimeDirOfService: isOfService(given, environment),
    systemd: toSystemd(environment),
    isUnderJournal: isJournal(environment, 1),
  });
  return {
    config,
    warnings: [
      ...unknown,
      ...secret.warnings,
      ...findCommandWarnings(given),
      ...findVolumeWarnings(given, config),
      ...findTlsWarnings(config),
    ],
  };
}

/**
 * Returns where an agent of this configuration keeps its state (null: nowhere) and its sockets, even if other settings
 * are wrong.
 */
export function placesOf(environment: NodeJS.ProcessEnv): { stateDir: string | null; runtimeDir: string } {
  const given = pickGiven(environment);
  const stateDir = findStateDir(given, environment);
  return { stateDir, runtimeDir: findRuntimeDir(given, environment, stateDir ?? '') };
}

/** Returns the address that the service sends browsers back to unless one is configured (contract, section 2). */
export function defaultRedirectUri(config: Config, port: number, host = hostname()): string {
  const scheme = config.http.tls.mode === 'only' ? 'https' : 'http';
  return `${scheme}://${firstLabel(host)}.local:${port}/pair/callback`;
}

/** Values that depend on several variables, or on variables that are not the agent's own. */
interface Worked {
  readonly clientSecret: string;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly stateDir: string;
  readonly runtimeDir: string;
  readonly isRuntimeDirOfService: boolean;
  readonly systemd: ReturnType<typeof toSystemd>;
  readonly isUnderJournal: boolean;
}

function toHttp(values: Values, { tls }: Worked) {
  return {
    /** Null: every address of this machine, for peers of its own networks. */
    host: values.TONEARM_HTTP_HOST,
    /** 0: any free port. */
    port: values.TONEARM_HTTP_PORT,
    tls: {
      mode: values.TONEARM_TLS ?? (tls === null ? 'auto' : 'only'),
      /** Null: the speaker's own certificate. */
      files: tls && { certFile: resolve(tls.certFile), keyFile: resolve(tls.keyFile) },
    },
  } as const;
}

function toConfig(values: Values, worked: Worked) {
  const max = values.TONEARM_VOLUME_MAX;
  return {
    service: {
      authUrl: values.TONEARM_AUTH_URL,
      baseUrl: values.TONEARM_BASE_URL,
      clientId: values.TONEARM_CLIENT_ID,
      clientSecret: worked.clientSecret,
      profile: values.TONEARM_SERVICE_PROFILE,
    },
    /** Byte for byte as configured; null: `defaultRedirectUri`, once the port is known. */
    redirectUri: values.TONEARM_REDIRECT_URI,
    device: {
      /** Null: derived, and kept in the state directory. */
      uuid: values.TONEARM_DEVICE_UUID,
      name: values.TONEARM_DEVICE_NAME ?? nameOfHost(hostname()),
    },
    http: toHttp(values, worked),
    pairing: values.TONEARM_PAIRING,
    stateDir: worked.stateDir,
    runtimeDir: worked.runtimeDir,
    /** Whether systemd made the directory: the unit then decides who may enter it. */
    isRuntimeDirOfService: worked.isRuntimeDirOfService,
    mpv: {
      path: values.TONEARM_MPV_PATH,
      audioOutput: values.TONEARM_AUDIO_OUTPUT,
      audioDevice: values.TONEARM_AUDIO_DEVICE,
      options: values.TONEARM_MPV_OPTIONS ?? [],
      room: values.TONEARM_MPV_ROOM,
    },
    volume: { start: Math.min(values.TONEARM_VOLUME_START, max), max },
    /** Whether audio over plain http is played, whatever the service's own address is. */
    audioHttp: values.TONEARM_AUDIO_HTTP,
    /** Hosts in the local network from which a service on the internet may have audio played. */
    audioHosts: values.TONEARM_AUDIO_HOSTS ?? [],
    /** Hosts outside the house that announcements may be fetched from. */
    announceHosts: values.TONEARM_ANNOUNCE_HOSTS ?? [],
    /** Whether codes and what is wrong are spoken when asked for. */
    speech: values.TONEARM_SPEECH,
    resume: values.TONEARM_RESUME,
    ...toDay(values),
    /** Seconds of pause after which the sound device is released; 0: never. */
    releaseS: values.TONEARM_AUDIO_RELEASE_SECONDS,
    /** Seconds of sound between reports if the service leaves the choice; 0: none. */
    progressS: values.TONEARM_PROGRESS_SECONDS,
    control: {
      access: values.TONEARM_CONTROL_ACCESS,
      token: values.TONEARM_CONTROL_TOKEN,
      origins: values.TONEARM_CONTROL_ORIGINS ?? [],
    },
    /** `auto`: those of the machine that have keys for a speaker; otherwise these paths. */
    inputDevices: values.TONEARM_INPUT_DEVICES,
    mdns: values.TONEARM_MDNS,
    mpd: {
      /** Null: MPD's protocol is not served. */
      host: values.TONEARM_MPD_HOST,
      /** 0: any free port. */
      port: values.TONEARM_MPD_PORT,
    },
    events: {
      command: values.TONEARM_EVENT_COMMAND,
      wait: values.TONEARM_EVENT_WAIT,
      idleS: values.TONEARM_EVENT_IDLE_SECONDS,
    },
    logLevel: values.TONEARM_LOG_LEVEL,
    logFormat: toLogFormat(values.TONEARM_LOG_FORMAT, worked),
    systemd: worked.systemd,
  } as const;
}

function toDay(values: Values) {
  const quiet = { hours: values.TONEARM_QUIET_HOURS, volumeMax: values.TONEARM_QUIET_VOLUME_MAX };
  return { startSource: values.TONEARM_START_SOURCE, quiet } as const;
}

function toLogFormat(asked: Values['TONEARM_LOG_FORMAT'], { isUnderJournal }: Worked) {
  if (asked !== 'auto') return asked;
  return isUnderJournal ? 'journal' : 'json';
}

/**
 * Reads systemd's variables. `watchdogMs`: the interval within which systemd expects a keep-alive; null: it expects
 * none.
 */
function toSystemd(environment: NodeJS.ProcessEnv) {
  const socket = environment['NOTIFY_SOCKET'] ?? '';
  const interval = environment['WATCHDOG_USEC'] ?? '';
  const watched = environment['WATCHDOG_PID'] ?? '';
  const isOurs = watched === '' || watched === String(process.pid);
  return {
    notifySocket: socket === '' ? null : socket,
    watchdogMs: isOurs && /^[1-9][0-9]{3,15}$/.test(interval) ? Math.floor(Number(interval) / 1000) : null,
  };
}

function findVolumeWarnings(given: GivenVariables, config: Config): string[] {
  const start = given.TONEARM_VOLUME_START;
  if (start === undefined || Number(start) <= config.volume.max) return [];
  return [`TONEARM_VOLUME_START is above TONEARM_VOLUME_MAX; ${config.volume.max} is used instead`];
}

function findTlsWarnings({ http: { tls } }: Config): string[] {
  if (tls.mode !== 'off' || tls.files === null) return [];
  return ['TONEARM_TLS is off, so TONEARM_TLS_CERT_FILE and TONEARM_TLS_KEY_FILE are ignored'];
}

function firstLabel(host: string): string {
  const [label = ''] = host.split('.');
  return label === '' ? 'localhost' : label;
}

/** Turns a hostname into a device name: cut to the allowed length, and never empty. */
function nameOfHost(host: string): string {
  const letters = Array.from(host).filter(letter => !/\p{Cc}/u.test(letter));
  while (Buffer.byteLength(letters.join('')) > LONGEST_NAME) letters.pop();
  return letters.join('') || 'Tonearm';
}
