import type { Rule } from './rules.js';

/** One environment variable: the source of its rule, its default, its documentation and its example. */
export interface Variable {
  readonly type: 'string';
  readonly description: string;
  readonly examples: readonly [string];
  readonly enum?: readonly string[];
  readonly rule?: Rule;
  readonly default?: string;
  /** What the documents say in place of `default` where the default is worked out or absent. */
  readonly defaultText?: string;
}

const onOff = { type: 'string', enum: ['on', 'off'] } as const;
const seconds = { name: 'integer', minimum: 0, maximum: 86_400 } as const;
const percent = { name: 'integer', minimum: 0, maximum: 100 } as const;

export const VARIABLES = {
  TONEARM_AUTH_URL: {
    type: 'string',
    rule: { name: 'address' },
    description: 'Address of the OAuth host of the music service, http or https.',
    examples: ['https://auth.example.com'],
  },
  TONEARM_BASE_URL: {
    type: 'string',
    rule: { name: 'address' },
    description: 'Address of the GraphQL host of the music service, http or https.',
    examples: ['https://api.example.com'],
  },
  TONEARM_CLIENT_ID: {
    type: 'string',
    rule: { name: 'clientId' },
    description: 'The client identifier the service gave this application; it holds no colon.',
    examples: ['my-speaker'],
  },
  TONEARM_CLIENT_SECRET: {
    type: 'string',
    defaultText: 'empty',
    description:
      'The secret that belongs to the client identifier. Better kept in a file or a systemd credential named `client-secret`; the first one present counts.',
    examples: ['the-secret-of-the-service'],
  },
  TONEARM_CLIENT_SECRET_FILE: {
    type: 'string',
    defaultText: 'none',
    description: 'A file that holds the client secret; a line break at its end is ignored.',
    examples: ['/etc/tonearm/client-secret'],
  },
  TONEARM_REDIRECT_URI: {
    type: 'string',
    rule: { name: 'redirectUri' },
    defaultText: '`http://<first label of hostname>.local:<port>/pair/callback`, `https` under TLS',
    description:
      'Where the service sends the browser back to after consent. It must be registered with the service; one that does not lead to the speaker works through "paste the address".',
    examples: ['http://kitchen.local:8710/pair/callback'],
  },
  TONEARM_DEVICE_UUID: {
    type: 'string',
    rule: { name: 'deviceUuid' },
    defaultText: 'derived from machine-id and state directory, kept in `device.json`',
    description: 'What the service knows this speaker by: up to 128 visible ASCII characters.',
    examples: ['2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70'],
  },
  TONEARM_DEVICE_NAME: {
    type: 'string',
    rule: { name: 'deviceName' },
    defaultText: 'the hostname',
    description: 'The name phones show: 1 to 63 bytes, no control characters.',
    examples: ['Kitchen'],
  },
  TONEARM_HTTP_HOST: {
    type: 'string',
    rule: { name: 'host' },
    defaultText: '`::`, else `0.0.0.0`',
    description:
      'The address to listen on. While it is unset, only peers from the local network are answered.',
    examples: ['192.0.2.10'],
  },
  TONEARM_HTTP_PORT: {
    type: 'string',
    rule: { name: 'integer', minimum: 0, maximum: 65_535 },
    default: '8710',
    description: 'The port of the remote, the pairing page and the control API. 0: any free one, logged.',
    examples: ['8710'],
  },
  TONEARM_TLS_CERT_FILE: {
    type: 'string',
    defaultText: 'none',
    description: 'Certificate chain in PEM; together with the key it makes the port speak https and wss.',
    examples: ['/etc/tonearm/cert.pem'],
  },
  TONEARM_TLS_KEY_FILE: {
    type: 'string',
    defaultText: 'none',
    description: 'Private key in PEM that belongs to the certificate.',
    examples: ['/etc/tonearm/key.pem'],
  },
  TONEARM_STATE_DIR: {
    type: 'string',
    defaultText: '`$STATE_DIRECTORY`, else `$XDG_STATE_HOME/tonearm`, else `~/.local/state/tonearm`',
    description: 'Where the pairing, the device id and the last position are kept; one agent at a time.',
    examples: ['/var/lib/tonearm'],
  },
  TONEARM_RUNTIME_DIR: {
    type: 'string',
    defaultText: '`$RUNTIME_DIRECTORY`, else `$XDG_RUNTIME_DIR/tonearm`, else a private temporary folder',
    description: 'Where sockets and the unsynced position live.',
    examples: ['/run/tonearm'],
  },
  TONEARM_MPV_PATH: {
    type: 'string',
    rule: { name: 'program' },
    default: 'mpv',
    description: 'The mpv program: a name to look up in `PATH`, or a path.',
    examples: ['/usr/local/bin/mpv'],
  },
  TONEARM_AUDIO_OUTPUT: {
    type: 'string',
    rule: { name: 'audioOutput' },
    defaultText: "mpv's choice",
    description: "mpv's `--ao`: `alsa`, `pipewire`, `pulse`, … or `null` for no sound at all.",
    examples: ['alsa'],
  },
  TONEARM_AUDIO_DEVICE: {
    type: 'string',
    rule: { name: 'audioDevice' },
    defaultText: "mpv's choice",
    description: "mpv's `--audio-device`; `mpv --audio-device=help` lists them.",
    examples: ['alsa/hw:CARD=DAC'],
  },
  TONEARM_AUDIO_RELEASE_SECONDS: {
    type: 'string',
    rule: seconds,
    default: '30',
    description:
      'Seconds of pause after which the sound device is let go, for other programs and because some cards stay silent after hours of it; 0 keeps it.',
    examples: ['300'],
  },
  TONEARM_MPV_OPTIONS: {
    type: 'string',
    rule: { name: 'mpvOptions' },
    defaultText: 'none',
    description:
      'More mpv options, `--name=value` separated by spaces: `audio-*`, `alsa-*`, `pulse-*`, `pipewire-*`, `jack-*`, `cache*`, `demuxer-max-*`, `network-timeout`, save those the agent sets itself.',
    examples: ['--audio-buffer=0.5 --alsa-resample=yes'],
  },
  TONEARM_VOLUME_START: {
    type: 'string',
    rule: percent,
    default: '35',
    description: 'Volume of the very first start, 0 to 100; later the last one is remembered.',
    examples: ['35'],
  },
  TONEARM_VOLUME_MAX: {
    type: 'string',
    rule: percent,
    default: '100',
    description: 'Ceiling of the volume, 0 to 100, whoever asks for more.',
    examples: ['80'],
  },
  TONEARM_RESUME: {
    ...onOff,
    default: 'on',
    description: 'After a restart go on playing what played: `on` or `off`.',
    examples: ['off'],
  },
  TONEARM_PROGRESS_SECONDS: {
    type: 'string',
    rule: seconds,
    default: '60',
    description:
      'Seconds of sound between progress reports where the service leaves the choice; 0 leaves ordinary reports out.',
    examples: ['120'],
  },
  TONEARM_SERVICE_PROFILE: {
    type: 'string',
    enum: ['auto', 'core', 'full'],
    default: 'auto',
    description: 'Which operations of the service are used: `auto` finds out, `core`, `full`.',
    examples: ['core'],
  },
  TONEARM_CONTROL_ACCESS: {
    type: 'string',
    enum: ['paired', 'open'],
    default: 'paired',
    description:
      '`paired`: a phone needs a token. `open`: everyone on the network may control, but admit or sign out nobody.',
    examples: ['open'],
  },
  TONEARM_CONTROL_TOKEN: {
    type: 'string',
    rule: { name: 'token' },
    defaultText: 'none',
    description: 'One fixed control token besides those given out: 16 visible ASCII characters or more.',
    examples: ['use-a-long-random-text-here'],
  },
  TONEARM_CONTROL_ORIGINS: {
    type: 'string',
    rule: { name: 'origins' },
    defaultText: 'none',
    description: 'Further web origins that may control the speaker, separated by commas.',
    examples: ['https://panel.example.com,http://192.0.2.20:8123'],
  },
  TONEARM_MDNS: {
    ...onOff,
    default: 'on',
    description: 'Advertise the speaker on the local network: `on` or `off`.',
    examples: ['off'],
  },
  TONEARM_EVENT_COMMAND: {
    type: 'string',
    rule: { name: 'absolutePath' },
    defaultText: 'none',
    description:
      'A program, by absolute path, run without a shell when playback starts, pauses, stops, idles, changes track or volume; told by `TONEARM_EVENT…` variables.',
    examples: ['/usr/local/bin/amplifier'],
  },
  TONEARM_EVENT_WAIT: {
    ...onOff,
    default: 'off',
    description: 'Hold the sound back until the program has returned from `playing`: `on` or `off`.',
    examples: ['on'],
  },
  TONEARM_EVENT_IDLE_SECONDS: {
    type: 'string',
    rule: seconds,
    default: '60',
    description: 'Seconds of silence before the event `idle`.',
    examples: ['300'],
  },
  TONEARM_LOG_LEVEL: {
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'How much is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`.',
    examples: ['debug'],
  },
  TONEARM_LOG_FORMAT: {
    type: 'string',
    enum: ['auto', 'json', 'journal'],
    default: 'auto',
    description:
      'How the log is written: `json`, a JSON object a line; `journal`, a plain line with its syslog priority, which `auto` takes under journald, and `json` elsewhere.',
    examples: ['json'],
  },
} as const satisfies Record<string, Variable>;
