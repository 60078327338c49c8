import { SERVICE_PROFILES } from '../core/vocabulary/abilities.js';
import { ACCESS_MODES } from '../contract/ports.js';
import { PAIRING_MODES } from '../contract/pairing-ports.js';
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
    description: 'The client ID that the service issued to your application, without a colon.',
    example: 'my-speaker',
  },
  TONEARM_CLIENT_SECRET: {
    is: kinds.anything,
    defaultText: 'empty',
    description:
      'The secret of that client ID. A file or a systemd credential named `client-secret` is safer; the first of the three that is set is used.',
    example: 'the-secret-of-the-service',
  },
  TONEARM_CLIENT_SECRET_FILE: {
    is: kinds.anything,
    description:
      'A file with the client secret, readable by the service’s user `tonearm`. Leave it unset if you use a systemd credential. A trailing line break is ignored.',
    example: '/etc/tonearm/client-secret',
  },
  TONEARM_REDIRECT_URI: {
    is: kinds.redirectUri,
    defaultText:
      '`http://<first label of hostname>.local:<port>/pair/callback`, `https` under `TONEARM_TLS=only`',
    description:
      'The address to which the service redirects the browser after sign-in. It must be registered with the service. If it does not lead to the speaker, paste the address that the browser ended up at into the speaker’s page.',
    example: 'http://kitchen.local:8710/pair/callback',
  },
  TONEARM_DEVICE_UUID: {
    is: kinds.deviceUuid,
    defaultText:
      'derived from machine-id and state directory (random without a machine-id), kept in `device.json`',
    description:
      'The id under which the service knows this speaker: up to 128 visible ASCII characters. Each speaker needs its own: on a card copied for another machine, the agent makes a new one.',
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
    description: 'The address to listen on. If unset, the speaker answers only the local network.',
    example: '192.0.2.10',
  },
  TONEARM_HTTP_PORT: {
    is: kinds.integer(0, 65_535),
    default: '8710',
    description:
      'The port of the remote, the pairing page and the control API. 0: any free port, which is logged.',
    example: '8710',
  },
  TONEARM_TLS: {
    is: kinds.oneOf('auto', 'only', 'off'),
    defaultText: '`auto`; `only` if a certificate is given',
    description:
      '`auto`: the port accepts plain HTTP and, for programs, TLS with a self-signed certificate. `only`: TLS only. `off`: plain HTTP only.',
    example: 'only',
  },
  TONEARM_TLS_CERT_FILE: {
    is: kinds.anything,
    description:
      'A certificate chain in PEM format, used instead of the speaker’s own. It is reloaded when it changes.',
    example: '/etc/tonearm/cert.pem',
  },
  TONEARM_TLS_KEY_FILE: {
    is: kinds.anything,
    description: 'The private key of that certificate, in PEM format.',
    example: '/etc/tonearm/key.pem',
  },
  TONEARM_PAIRING: {
    is: kinds.oneOf(...PAIRING_MODES),
    default: 'window',
    description:
      'Who may pair a speaker that has no account. `window`: anyone on the local network, for 15 minutes after the agent starts or an owner signs out. `code`: anyone who enters the code from `tonearm invite`. `open`: anyone on the local network, at any time.',
    example: 'code',
  },
  TONEARM_STATE_DIR: {
    is: kinds.anything,
    defaultText: '`$STATE_DIRECTORY`, else `$XDG_STATE_HOME/tonearm`, else `~/.local/state/tonearm`',
    description:
      'The directory for the pairing, the device id and the last position. Only one agent at a time can use it.',
    example: '/var/lib/tonearm',
  },
  TONEARM_RUNTIME_DIR: {
    is: kinds.anything,
    defaultText: '`$RUNTIME_DIRECTORY`, else `$XDG_RUNTIME_DIR/tonearm`, else a private temporary folder',
    description: 'The directory for sockets and the latest position; it may be in memory.',
    example: '/run/tonearm',
  },
  ...SOUND_VARIABLES,
  TONEARM_RESUME: {
    is: kinds.onOff,
    default: 'on',
    description: 'Whether to resume playback after a restart: `on` or `off`.',
    example: 'off',
  },
  TONEARM_PROGRESS_SECONDS: {
    is: seconds,
    default: '60',
    description:
      'Seconds of playback between progress reports, if the service does not prescribe an interval. 0: no regular reports.',
    example: '120',
  },
  TONEARM_SERVICE_PROFILE: {
    is: kinds.oneOf(...SERVICE_PROFILES),
    default: 'auto',
    description:
      'Which operations of the service to use. `auto`: those that it is found to support. `core`: only those in its specification. `full`: all.',
    example: 'core',
  },
  TONEARM_CONTROL_ACCESS: {
    is: kinds.oneOf(...ACCESS_MODES),
    default: 'paired',
    description:
      '`paired`: a phone must be admitted first. `open`: everyone on the network is a guest, who can play, skip, give thumbs, set the volume and see the collection, but not the account’s name or profile, or the list of phones.',
    example: 'open',
  },
  TONEARM_CONTROL_TOKEN: {
    is: kinds.token,
    description:
      'A fixed owner’s token, in addition to those of the phones: at least 16 visible ASCII characters. Use a random one (`openssl rand -base64 32`): words can be guessed from recorded network traffic.',
    example: 'what-openssl-rand-base64-32-prints',
  },
  TONEARM_CONTROL_ORIGINS: {
    is: kinds.origins,
    description: 'Additional web origins that may control the speaker, separated by commas.',
    example: 'https://panel.example.com,http://192.0.2.20:8123',
  },
  TONEARM_MDNS: {
    is: kinds.onOff,
    default: 'on',
    description: 'Whether to advertise the speaker on the local network: `on` or `off`.',
    example: 'off',
  },
  TONEARM_EVENT_COMMAND: {
    is: kinds.absolutePath,
    description:
      'The absolute path of a program to run when playback starts, pauses, stops or idles, or when the track or volume changes. It runs without a shell and gets the details in `TONEARM_EVENT…` variables.',
    example: '/usr/local/bin/amplifier',
  },
  TONEARM_EVENT_WAIT: {
    is: kinds.onOff,
    default: 'off',
    description: 'Whether playback waits until that program has finished handling `playing`: `on` or `off`.',
    example: 'on',
  },
  TONEARM_EVENT_IDLE_SECONDS: {
    is: seconds,
    default: '60',
    description: 'Seconds of silence before the event `idle`.',
    example: '300',
  },
  TONEARM_INPUT_DEVICES: {
    is: kinds.inputDevices,
    default: 'auto',
    description:
      'Buttons, knobs and remote controls. `auto`: media and volume keys of every input device, number keys only of devices without letter keys. Or the paths of the devices, separated by commas: all their keys count. `off`: none.',
    example: '/dev/input/by-path/platform-ir-receiver@12-event',
  },
  TONEARM_MPD_HOST: {
    is: kinds.host,
    description:
      'The address on which the speaker also answers in MPD’s protocol, for programs such as `mpc` and `ncmpcpp`. If unset, it does not. Programs on the speaker itself are owners; others need a control token as the password, which crosses the network unencrypted.',
    example: '127.0.0.1',
  },
  TONEARM_MPD_PORT: {
    is: kinds.integer(0, 65_535),
    default: '6600',
    description: 'The port for MPD’s protocol. 0: any free port, which is logged.',
    example: '6601',
  },
  TONEARM_LOG_LEVEL: {
    is: kinds.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    description: 'The log level: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    example: 'debug',
  },
  TONEARM_LOG_FORMAT: {
    is: kinds.oneOf('auto', 'json', 'journal'),
    default: 'auto',
    description:
      'The log format. `json`: one JSON object per line. `journal`: plain lines with a syslog priority. `auto`: `journal` under journald, otherwise `json`.',
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
