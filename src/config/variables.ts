import { SERVICE_PROFILES } from '../core/abilities.js';
import { ACCESS_MODES } from '../ports.js';
import { PAIRING_MODES } from '../pairing-ports.js';
import * as kinds from './kinds.js';
import { SOUND_VARIABLES } from './sound-variables.js';
import { seconds, type Variable } from './variable.js';

export const VARIABLES = {
  TONEARM_AUTH_URL: {
    is: kinds.address,
    required: true,
    description: 'Address of the OAuth host of the music service, http or https.',
    example: 'https://auth.example.com',
  },
  TONEARM_BASE_URL: {
    is: kinds.address,
    required: true,
    description: 'Address of the GraphQL host of the music service, http or https.',
    example: 'https://api.example.com',
  },
  TONEARM_CLIENT_ID: {
    is: kinds.clientId,
    required: true,
    description: 'The client identifier the service gave this application; it holds no colon.',
    example: 'my-speaker',
  },
  TONEARM_CLIENT_SECRET: {
    is: kinds.anything,
    defaultText: 'empty',
    description:
      'The secret that belongs to the client identifier. Better kept in a file or a systemd credential named `client-secret`; the first one present counts.',
    example: 'the-secret-of-the-service',
  },
  TONEARM_CLIENT_SECRET_FILE: {
    is: kinds.anything,
    description: 'A file that holds the client secret; a line break at its end is ignored.',
    example: '/etc/tonearm/client-secret',
  },
  TONEARM_REDIRECT_URI: {
    is: kinds.redirectUri,
    defaultText:
      '`http://<first label of hostname>.local:<port>/pair/callback`, `https` under `TONEARM_TLS=only`',
    description:
      'Where the service sends the browser back to after consent. It must be registered with the service; one that does not lead to the speaker works through "paste the address".',
    example: 'http://kitchen.local:8710/pair/callback',
  },
  TONEARM_DEVICE_UUID: {
    is: kinds.deviceUuid,
    defaultText: 'derived from machine-id and state directory, kept in `device.json`',
    description: 'What the service knows this speaker by: up to 128 visible ASCII characters.',
    example: '2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70',
  },
  TONEARM_DEVICE_NAME: {
    is: kinds.deviceName,
    defaultText: 'the hostname',
    description: 'The name phones show: 1 to 63 bytes, no control characters.',
    example: 'Kitchen',
  },
  TONEARM_HTTP_HOST: {
    is: kinds.host,
    defaultText: '`::`, else `0.0.0.0`',
    description:
      'The address to listen on. While it is unset, only peers from the local network are answered.',
    example: '192.0.2.10',
  },
  TONEARM_HTTP_PORT: {
    is: kinds.integer(0, 65_535),
    default: '8710',
    description: 'The port of the remote, the pairing page and the control API. 0: any free one, logged.',
    example: '8710',
  },
  TONEARM_TLS: {
    is: kinds.oneOf('auto', 'only', 'off'),
    defaultText: '`auto`; `only` where a certificate is given',
    description:
      '`auto`: the port answers plain http, and TLS by a certificate of its own, for programs. `only`: TLS alone. `off`: plain http alone.',
    example: 'only',
  },
  TONEARM_TLS_CERT_FILE: {
    is: kinds.anything,
    description: 'Certificate chain in PEM, in place of the speaker’s own; read again when it changes.',
    example: '/etc/tonearm/cert.pem',
  },
  TONEARM_TLS_KEY_FILE: {
    is: kinds.anything,
    description: 'Private key in PEM that belongs to the certificate.',
    example: '/etc/tonearm/key.pem',
  },
  TONEARM_PAIRING: {
    is: kinds.oneOf(...PAIRING_MODES),
    default: 'window',
    description:
      'Who may pair a speaker that has no listener: `window`, anybody near, for 15 minutes after the agent started or an owner signed out; `code`, whoever enters the code of `tonearm invite`; `open`, anybody near, always.',
    example: 'code',
  },
  TONEARM_STATE_DIR: {
    is: kinds.anything,
    defaultText: '`$STATE_DIRECTORY`, else `$XDG_STATE_HOME/tonearm`, else `~/.local/state/tonearm`',
    description: 'Where the pairing, the device id and the last position are kept; one agent at a time.',
    example: '/var/lib/tonearm',
  },
  TONEARM_RUNTIME_DIR: {
    is: kinds.anything,
    defaultText: '`$RUNTIME_DIRECTORY`, else `$XDG_RUNTIME_DIR/tonearm`, else a private temporary folder',
    description: 'Where sockets and the unsynced position live.',
    example: '/run/tonearm',
  },
  ...SOUND_VARIABLES,
  TONEARM_RESUME: {
    is: kinds.onOff,
    default: 'on',
    description: 'After a restart go on playing what played: `on` or `off`.',
    example: 'off',
  },
  TONEARM_PROGRESS_SECONDS: {
    is: seconds,
    default: '60',
    description:
      'Seconds of sound between progress reports where the service leaves the choice; 0 leaves ordinary reports out.',
    example: '120',
  },
  TONEARM_SERVICE_PROFILE: {
    is: kinds.oneOf(...SERVICE_PROFILES),
    default: 'auto',
    description: 'Which operations of the service are used: `auto` finds out, `core`, `full`.',
    example: 'core',
  },
  TONEARM_CONTROL_ACCESS: {
    is: kinds.oneOf(...ACCESS_MODES),
    default: 'paired',
    description:
      '`paired`: a phone needs a token. `open`: everyone on the network may play music as a guest may, and change nothing else.',
    example: 'open',
  },
  TONEARM_CONTROL_TOKEN: {
    is: kinds.token,
    description:
      'One fixed control token besides those given out: 16 visible ASCII characters or more, random ones (`openssl rand -base64 32`): words can be guessed from a recording of the network.',
    example: 'what-openssl-rand-base64-32-prints',
  },
  TONEARM_CONTROL_ORIGINS: {
    is: kinds.origins,
    description: 'Further web origins that may control the speaker, separated by commas.',
    example: 'https://panel.example.com,http://192.0.2.20:8123',
  },
  TONEARM_MDNS: {
    is: kinds.onOff,
    default: 'on',
    description: 'Advertise the speaker on the local network: `on` or `off`.',
    example: 'off',
  },
  TONEARM_EVENT_COMMAND: {
    is: kinds.absolutePath,
    description:
      'A program, by absolute path, run without a shell when playback starts, pauses, stops, idles, changes track or volume; told by `TONEARM_EVENT…` variables.',
    example: '/usr/local/bin/amplifier',
  },
  TONEARM_EVENT_WAIT: {
    is: kinds.onOff,
    default: 'off',
    description: 'Hold the sound back until the program has returned from `playing`: `on` or `off`.',
    example: 'on',
  },
  TONEARM_EVENT_IDLE_SECONDS: {
    is: seconds,
    default: '60',
    description: 'Seconds of silence before the event `idle`.',
    example: '300',
  },
  TONEARM_LOG_LEVEL: {
    is: kinds.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    description: 'How much is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`.',
    example: 'debug',
  },
  TONEARM_LOG_FORMAT: {
    is: kinds.oneOf('auto', 'json', 'journal'),
    default: 'auto',
    description:
      'How the log is written: `json`, a JSON object a line; `journal`, a plain line with its syslog priority, which `auto` takes under journald, and `json` elsewhere.',
    example: 'json',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** What the variables mean; null where one has no value. */
export type Values = {
  readonly [Name in VariableName]:
    | ReturnType<(typeof VARIABLES)[Name]['is']>
    | ((typeof VARIABLES)[Name] extends { readonly required: true } | { readonly default: string }
        ? never
        : null);
};

export const PREFIX = 'TONEARM_';

export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[];

export function variableOf(name: VariableName): Variable {
  return VARIABLES[name];
}

export function toExample(name: VariableName): string {
  return `${name}=${variableOf(name).example}`;
}
