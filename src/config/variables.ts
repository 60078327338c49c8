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
    description: 'Address of the music service’s OAuth host, `http` or `https`.',
    example: 'https://auth.example.com',
  },
  TONEARM_BASE_URL: {
    is: kinds.address,
    required: true,
    description: 'Address of the music service’s GraphQL host, `http` or `https`.',
    example: 'https://api.example.com',
  },
  TONEARM_CLIENT_ID: {
    is: kinds.clientId,
    required: true,
    description: 'The client ID that the service gave your application. It contains no colon.',
    example: 'my-speaker',
  },
  TONEARM_CLIENT_SECRET: {
    is: kinds.anything,
    defaultText: 'empty',
    description:
      'The secret that belongs to the client ID. It is safer in a file or in a systemd credential named `client-secret`; the first one that is there counts.',
    example: 'the-secret-of-the-service',
  },
  TONEARM_CLIENT_SECRET_FILE: {
    is: kinds.anything,
    description:
      'A file that contains the client secret, readable by the service’s user `tonearm`. Leave it unset if the secret is a systemd credential. A line break at its end is ignored.',
    example: '/etc/tonearm/client-secret',
  },
  TONEARM_REDIRECT_URI: {
    is: kinds.redirectUri,
    defaultText:
      '`http://<first label of hostname>.local:<port>/pair/callback`, `https` under `TONEARM_TLS=only`',
    description:
      'Where the service sends the browser after consent. It must be registered with the service. If it does not lead to the speaker, paste the address that the browser ended at into the speaker’s page.',
    example: 'http://kitchen.local:8710/pair/callback',
  },
  TONEARM_DEVICE_UUID: {
    is: kinds.deviceUuid,
    defaultText: 'derived from machine-id and state directory, kept in `device.json`',
    description: 'The id by which the service knows this speaker: up to 128 visible ASCII characters.',
    example: '2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70',
  },
  TONEARM_DEVICE_NAME: {
    is: kinds.deviceName,
    defaultText: 'the hostname',
    description: 'The speaker’s name, as phones show it: 1 to 63 bytes, no control characters.',
    example: 'Kitchen',
  },
  TONEARM_HTTP_HOST: {
    is: kinds.host,
    defaultText: '`::`, else `0.0.0.0`',
    description: 'The address to listen on. While it is unset, only the local network is answered.',
    example: '192.0.2.10',
  },
  TONEARM_HTTP_PORT: {
    is: kinds.integer(0, 65_535),
    default: '8710',
    description:
      'The port of the remote, the pairing page and the control API. 0: any free port; the log says which.',
    example: '8710',
  },
  TONEARM_TLS: {
    is: kinds.oneOf('auto', 'only', 'off'),
    defaultText: '`auto`; `only` if a certificate is given',
    description:
      '`auto`: the port answers plain HTTP, and for programs TLS with a certificate of its own. `only`: only TLS. `off`: only plain HTTP.',
    example: 'only',
  },
  TONEARM_TLS_CERT_FILE: {
    is: kinds.anything,
    description: 'A certificate chain in PEM, used instead of the speaker’s own. Read again when it changes.',
    example: '/etc/tonearm/cert.pem',
  },
  TONEARM_TLS_KEY_FILE: {
    is: kinds.anything,
    description: 'The private key of that certificate, in PEM.',
    example: '/etc/tonearm/key.pem',
  },
  TONEARM_PAIRING: {
    is: kinds.oneOf(...PAIRING_MODES),
    default: 'window',
    description:
      'Who may pair a speaker that has no account. `window`: anybody in the local network, for 15 minutes after the agent started or an owner signed out. `code`: whoever enters the code of `tonearm invite`. `open`: anybody in the local network, at any time.',
    example: 'code',
  },
  TONEARM_STATE_DIR: {
    is: kinds.anything,
    defaultText: '`$STATE_DIRECTORY`, else `$XDG_STATE_HOME/tonearm`, else `~/.local/state/tonearm`',
    description:
      'Where the pairing, the device id and the last position are kept. One agent at a time can use it.',
    example: '/var/lib/tonearm',
  },
  TONEARM_RUNTIME_DIR: {
    is: kinds.anything,
    defaultText: '`$RUNTIME_DIRECTORY`, else `$XDG_RUNTIME_DIR/tonearm`, else a private temporary folder',
    description: 'Where sockets and the position of the last second are kept; it may be in memory.',
    example: '/run/tonearm',
  },
  ...SOUND_VARIABLES,
  TONEARM_RESUME: {
    is: kinds.onOff,
    default: 'on',
    description: 'Whether to continue after a restart what played before: `on` or `off`.',
    example: 'off',
  },
  TONEARM_PROGRESS_SECONDS: {
    is: seconds,
    default: '60',
    description:
      'Seconds of sound between progress reports, if the service leaves the choice. 0: no ordinary reports.',
    example: '120',
  },
  TONEARM_SERVICE_PROFILE: {
    is: kinds.oneOf(...SERVICE_PROFILES),
    default: 'auto',
    description:
      'Which operations of the service are used. `auto` finds out what it has; `core` uses only what its specification shows; `full` uses all.',
    example: 'core',
  },
  TONEARM_CONTROL_ACCESS: {
    is: kinds.oneOf(...ACCESS_MODES),
    default: 'paired',
    description:
      '`paired`: a phone must have been admitted. `open`: everybody in the network is a guest, who plays, skips, gives thumbs and sets the volume, and sees neither account nor phones.',
    example: 'open',
  },
  TONEARM_CONTROL_TOKEN: {
    is: kinds.token,
    description:
      'One fixed owner’s token, besides those given to phones: at least 16 visible ASCII characters. Make them random (`openssl rand -base64 32`): words can be guessed from a recording of the network.',
    example: 'what-openssl-rand-base64-32-prints',
  },
  TONEARM_CONTROL_ORIGINS: {
    is: kinds.origins,
    description: 'Further web origins from which the speaker may be controlled, separated by commas.',
    example: 'https://panel.example.com,http://192.0.2.20:8123',
  },
  TONEARM_MDNS: {
    is: kinds.onOff,
    default: 'on',
    description: 'Whether to announce the speaker in the local network: `on` or `off`.',
    example: 'off',
  },
  TONEARM_EVENT_COMMAND: {
    is: kinds.absolutePath,
    description:
      'A program, by its absolute path, to run when playback starts, pauses, stops or idles, or when track or volume change. It is run without a shell, and told by `TONEARM_EVENT…` variables.',
    example: '/usr/local/bin/amplifier',
  },
  TONEARM_EVENT_WAIT: {
    is: kinds.onOff,
    default: 'off',
    description: 'Whether sound waits until that program has returned from `playing`: `on` or `off`.',
    example: 'on',
  },
  TONEARM_EVENT_IDLE_SECONDS: {
    is: seconds,
    default: '60',
    description: 'Seconds of silence until the event `idle`.',
    example: '300',
  },
  TONEARM_LOG_LEVEL: {
    is: kinds.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    description: 'How much is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    example: 'debug',
  },
  TONEARM_LOG_FORMAT: {
    is: kinds.oneOf('auto', 'json', 'journal'),
    default: 'auto',
    description:
      'How the log is written. `json`: one JSON object per line. `journal`: plain lines with their syslog priority. `auto`: `journal` under journald, otherwise `json`.',
    example: 'json',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** The parsed values; null if a variable has none. */
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
