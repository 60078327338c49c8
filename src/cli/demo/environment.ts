import type { Folder } from './folder.js';

/** Settings that the user of the demo may still choose. */
const KEPT = [
  'TONEARM_AUDIO_OUTPUT',
  'TONEARM_AUDIO_DEVICE',
  'TONEARM_MPV_PATH',
  'TONEARM_LOG_LEVEL',
  'TONEARM_MDNS',
  'TONEARM_MPD_HOST',
  'TONEARM_MPD_PORT',
];
/** Variables that systemd sets for one service and that its children must not inherit. */
const FOREIGN =
  /^(TONEARM_|NOTIFY_SOCKET$|WATCHDOG_|STATE_DIRECTORY$|RUNTIME_DIRECTORY$|CREDENTIALS_DIRECTORY$)/;

/** The sandbox's music service, as an agent is to be told of it. */
export interface SandboxService {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface DemoSettings {
  readonly folder: Folder;
  /** The address at which phones reach the agent, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly service: SandboxService;
  readonly token: string;
  /** Whether to play into mpv's null output. */
  readonly silent: boolean;
}

/** Returns the environment of the demo's agent, without any setting of an installed agent. */
export function toAgentEnvironment(
  own: NodeJS.ProcessEnv,
  { folder, url, port, service, token, silent }: DemoSettings,
): NodeJS.ProcessEnv {
  const entries = Object.entries(own).filter(([name]) => !FOREIGN.test(name) || KEPT.includes(name));
  return {
    ...Object.fromEntries(entries),
    ...toSettings(service),
    TONEARM_REDIRECT_URI: `${url}/pair/callback`,
    TONEARM_DEVICE_NAME: 'Tonearm demo',
    TONEARM_HTTP_PORT: String(port),
    TONEARM_STATE_DIR: folder.stateDir,
    TONEARM_RUNTIME_DIR: folder.runtimeDir,
    TONEARM_CONTROL_TOKEN: token,
    // The demo's account is not a real one.
    TONEARM_PAIRING: 'open',
    ...(silent && { TONEARM_AUDIO_OUTPUT: 'null' }),
  };
}

function toSettings({ url, clientId, clientSecret }: SandboxService): Readonly<Record<string, string>> {
  return {
    TONEARM_AUTH_URL: url,
    TONEARM_BASE_URL: url,
    TONEARM_CLIENT_ID: clientId,
    TONEARM_CLIENT_SECRET: clientSecret,
  };
}

/** Returns the lines for the settings file of an agent that is to play from the sandbox. */
export function toSettingsLines(service: SandboxService): string[] {
  return Object.entries(toSettings(service)).map(([name, value]) => `${name}=${value}`);
}
