import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { QuietHours } from '../ledger.js';

const MINUTE_MS = 60_000;
/** Some music sounds before. */
const NEAREST_MS = 20_000;
/** Even lowered for an announcement, the code can still be read. */
const VOLUME_MAX = 60;

/** The next whole minute that is not too near. */
export function quietHoursSoon(): QuietHours {
  const epochMs = Math.ceil((Date.now() + NEAREST_MS) / MINUTE_MS) * MINUTE_MS;
  const fromMs = performance.now() + epochMs - Date.now();
  return { fromMs, toMs: fromMs + MINUTE_MS, volumeMax: VOLUME_MAX };
}

/** As `TONEARM_QUIET_HOURS` has them, in UTC. */
function toHours({ fromMs, toMs }: QuietHours): string {
  const toTime = (ms: number): string =>
    new Date(Math.round((Date.now() + ms - performance.now()) / 1_000) * 1_000).toISOString().slice(11, 16);
  return `${toTime(fromMs)}-${toTime(toMs)}`;
}

export interface AgentEnvironment {
  readonly folder: string;
  readonly runtimeDir: string;
  readonly sandbox: Sandbox;
  readonly serviceUrl: string;
  readonly url: string;
  readonly token: string;
  readonly device: string;
  readonly keys: string;
  readonly quiet: QuietHours | null;
}

/** All but where it sounds. */
export function toEnvironment(options: AgentEnvironment): Record<string, string> {
  const { folder, runtimeDir, sandbox, serviceUrl, url, token, device, keys, quiet } = options;
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    // Alarms and quiet hours are set by the hour of the house.
    TZ: 'UTC',
    TONEARM_AUTH_URL: serviceUrl,
    TONEARM_BASE_URL: serviceUrl,
    TONEARM_CLIENT_ID: sandbox.clientId,
    TONEARM_CLIENT_SECRET: sandbox.clientSecret,
    TONEARM_REDIRECT_URI: `${url}/pair/callback`,
    TONEARM_DEVICE_UUID: device,
    TONEARM_HTTP_HOST: '127.0.0.1',
    TONEARM_HTTP_PORT: new URL(url).port,
    TONEARM_STATE_DIR: `${folder}/state`,
    TONEARM_RUNTIME_DIR: runtimeDir,
    TONEARM_CONTROL_TOKEN: token,
    TONEARM_VOLUME_START: '100',
    TONEARM_MDNS: 'off',
    TONEARM_INPUT_DEVICES: keys,
    ...(quiet !== null && {
      TONEARM_QUIET_HOURS: toHours(quiet),
      TONEARM_QUIET_VOLUME_MAX: String(quiet.volumeMax),
    }),
  };
}
