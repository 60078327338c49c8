import type { Folder } from './folder.js';

/** Settings that the user of the demo may still choose. */
const KEPT = [
  'TONEARM_AUDIO_OUTPUT',
  'TONEARM_AUDIO_DEVICE',
  'TONEARM_MPV_PATH',
  'TONEARM_LOG_LEVEL',
  'TONEARM_MDNS',
];
/** Variables that systemd sets for one service and that its children must not inherit. */
const FOREIGN =
  /^(TONEARM_|NOTIFY_SOCKET$|WATCHDOG_|STATE_DIRECTORY$|RUNTIME_DIRECTORY$|CREDENTIALS_DIRECTORY$)/;

export interface DemoSettings {
  readonly folder: Folder;
  /** The address at which phones reach the agent, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly service: { readonly url: string; readonly clientId: string; readonly clientSecret: string };
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
    TONEARM_AUTH_URL: service.url,
    TONEARM_BASE_URL: service.url,
    TONEARM_CLIENT_ID: service.clientId,
    TONEARM_CLIENT_SECRET: service.clientSecret,
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
