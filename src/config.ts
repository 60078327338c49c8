import { hostname } from 'node:os';
import { resolve } from 'node:path';
import {
  checkValues,
  describeProblems,
  findUnknownNames,
  type Given,
  pickGiven,
  type Problem,
} from './config/check.js';
import { findClientSecret, findCommandWarnings, findTls } from './config/files.js';
import { findRuntimeDir, findStateDir, isOfService } from './config/places.js';
import { LONGEST_NAME } from './config/kinds.js';
import type { Values } from './config/variables.js';
import { EXIT, ExitError } from './errors.js';
import { isJournal } from './journal.js';

/** The agent's whole configuration (contract, section 2). Addresses end without a slash; paths are absolute. */
export type Config = ReturnType<typeof toConfig>;

export type LogLevel = Values['TONEARM_LOG_LEVEL'];
export type LogFormat = Exclude<Values['TONEARM_LOG_FORMAT'], 'auto'>;

export interface ParsedConfig {
  readonly config: Config;
  /** Sentences for the log: unknown names, settings without effect. */
  readonly warnings: readonly string[];
}

/** What says a secret, or where one lies. */
const SECRET_NAMES = ['TONEARM_CLIENT_SECRET', 'TONEARM_CONTROL_TOKEN', 'CREDENTIALS_DIRECTORY'];

/**
 * The configuration of this process, once: what is secret in its environment is taken out, so that no child inherits
 * it, whoever starts one. Throws as `parseConfig` does.
 */
export function loadConfig(): ParsedConfig {
  const environment = currentEnvironment();
  const parsed = parseConfig(environment);
  for (const name of SECRET_NAMES) Reflect.deleteProperty(environment, name);
  return parsed;
}

/** The one place that reads `process.env`. */
export function currentEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Throws an `ExitError` 78 whose message lists every problem; the values of secrets are never in it. */
export function parseConfig(environment: NodeJS.ProcessEnv): ParsedConfig {
  const given = pickGiven(environment);
  const checked = checkValues(given);
  const secret = findClientSecret(given, environment);
  const tls = findTls(given);
  const stateDir = findStateDir(given, environment);
  const unknown = findUnknownNames(environment);
  const problems: Problem[] = [...checked.problems, ...secret.problems, ...tls.problems];
  if (stateDir === null) {
    problems.push({ name: 'TONEARM_STATE_DIR', text: 'is required, as this user has no home directory' });
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

/** Where an agent of this configuration keeps its state (null: nowhere) and its sockets, be the rest right or wrong. */
export function placesOf(environment: NodeJS.ProcessEnv): { stateDir: string | null; runtimeDir: string } {
  const given = pickGiven(environment);
  const stateDir = findStateDir(given, environment);
  return { stateDir, runtimeDir: findRuntimeDir(given, environment, stateDir ?? '') };
}

/** The address the service sends browsers back to unless one is configured (contract, section 2). */
export function defaultRedirectUri(config: Config, port: number, host = hostname()): string {
  const scheme = config.http.tls.mode === 'only' ? 'https' : 'http';
  return `${scheme}://${firstLabel(host)}.local:${port}/pair/callback`;
}

/** What follows from several variables, or from others than the agent's own. */
interface Worked {
  readonly clientSecret: string;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly stateDir: string;
  readonly runtimeDir: string;
  readonly isRuntimeDirOfService: boolean;
  readonly systemd: ReturnType<typeof toSystemd>;
  readonly isUnderJournal: boolean;
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
    http: {
      /** Null: every address of this machine, for peers of its own networks. */
      host: values.TONEARM_HTTP_HOST,
      /** 0: any free one. */
      port: values.TONEARM_HTTP_PORT,
      tls: {
        mode: values.TONEARM_TLS ?? (worked.tls === null ? 'auto' : 'only'),
        /** Null: the speaker's own certificate. */
        files: worked.tls && {
          certFile: resolve(worked.tls.certFile),
          keyFile: resolve(worked.tls.keyFile),
        },
      },
    },
    pairing: values.TONEARM_PAIRING,
    stateDir: worked.stateDir,
    runtimeDir: worked.runtimeDir,
    /** Made by systemd: who may enter it is the unit's to say. */
    isRuntimeDirOfService: worked.isRuntimeDirOfService,
    mpv: {
      path: values.TONEARM_MPV_PATH,
      audioOutput: values.TONEARM_AUDIO_OUTPUT,
      audioDevice: values.TONEARM_AUDIO_DEVICE,
      options: values.TONEARM_MPV_OPTIONS ?? [],
      room: values.TONEARM_MPV_ROOM,
    },
    volume: { start: Math.min(values.TONEARM_VOLUME_START, max), max },
    /** Audio over plain http is played, whatever the service's own address is. */
    audioHttp: values.TONEARM_AUDIO_HTTP,
    /** Where they are, audio may come from them. */
    audioHosts: values.TONEARM_AUDIO_HOSTS ?? [],
    resume: values.TONEARM_RESUME,
    /** Seconds of pause after which the sound device is let go; 0: never. */
    releaseS: values.TONEARM_AUDIO_RELEASE_SECONDS,
    /** Seconds of sound between reports where the service leaves the choice; 0: none. */
    progressS: values.TONEARM_PROGRESS_SECONDS,
    control: {
      access: values.TONEARM_CONTROL_ACCESS,
      token: values.TONEARM_CONTROL_TOKEN,
      origins: values.TONEARM_CONTROL_ORIGINS ?? [],
    },
    mdns: values.TONEARM_MDNS,
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

function toLogFormat(asked: Values['TONEARM_LOG_FORMAT'], { isUnderJournal }: Worked): LogFormat {
  if (asked !== 'auto') return asked;
  return isUnderJournal ? 'journal' : 'json';
}

/** `watchdogMs`: within which systemd wants a sign of life; null: it does not ask for one. */
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

function findVolumeWarnings(given: Given, config: Config): string[] {
  const start = given.TONEARM_VOLUME_START;
  if (start === undefined || Number(start) <= config.volume.max) return [];
  return [`TONEARM_VOLUME_START is above TONEARM_VOLUME_MAX and lowered to ${config.volume.max}`];
}

function findTlsWarnings({ http: { tls } }: Config): string[] {
  if (tls.mode !== 'off' || tls.files === null) return [];
  return ['TONEARM_TLS is off, so TONEARM_TLS_CERT_FILE and TONEARM_TLS_KEY_FILE are not used'];
}

function firstLabel(host: string): string {
  const [label = ''] = host.split('.');
  return label === '' ? 'localhost' : label;
}

/** A hostname as a device name: as much of it as fits, and never nothing. */
function nameOfHost(host: string): string {
  const letters = Array.from(host).filter(letter => !/\p{Cc}/u.test(letter));
  while (Buffer.byteLength(letters.join('')) > LONGEST_NAME) letters.pop();
  return letters.join('') || 'Tonearm';
}
