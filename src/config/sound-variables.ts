import { LOUDEST } from '../core/shape.js';
import * as kinds from './kinds.js';
import { seconds, type Variable } from './variable.js';

const percent = kinds.integer(0, LOUDEST);

/** The variables for player, sound and volume. */
export const SOUND_VARIABLES = {
  TONEARM_MPV_PATH: {
    is: kinds.plain,
    default: 'mpv',
    description: 'The mpv program: a name that is looked up in `PATH`, or a path.',
    example: '/usr/local/bin/mpv',
  },
  TONEARM_AUDIO_OUTPUT: {
    is: kinds.audioOutput,
    defaultText: "mpv's choice",
    description:
      'The audio output, as mpv’s option `--ao`: `alsa`, `pipewire`, `pulse`, …, or `null` for no sound at all.',
    example: 'alsa',
  },
  TONEARM_AUDIO_DEVICE: {
    is: kinds.audioDevice,
    defaultText: "mpv's choice",
    description: 'The sound device, as mpv’s option `--audio-device`; `mpv --audio-device=help` lists them.',
    example: 'alsa/plughw:CARD=DAC',
  },
  TONEARM_AUDIO_RELEASE_SECONDS: {
    is: seconds,
    default: '30',
    description:
      'Seconds of pause after which the sound device is released, for other programs, and because some cards fall silent when they are held for hours. 0: never.',
    example: '300',
  },
  TONEARM_AUDIO_HTTP: {
    is: kinds.onOff,
    default: 'off',
    description: 'Whether to play audio over plain HTTP although the service has `https`: `on` or `off`.',
    example: 'on',
  },
  TONEARM_AUDIO_HOSTS: {
    is: kinds.hosts,
    description:
      'Hosts in your own network, such as a cache or a proxy, from which a service on the internet may have audio played; separated by commas.',
    example: 'cache.example.com,192.168.1.20',
  },
  TONEARM_MPV_ROOM: {
    is: kinds.onOff,
    default: 'on',
    description:
      'Whether to keep mpv from the agent’s files and from home directories, if setpriv and the kernel support that: `on` or `off`.',
    example: 'off',
  },
  TONEARM_MPV_OPTIONS: {
    is: kinds.mpvOptions,
    description:
      'Further options for mpv, `--name=value` separated by spaces. Allowed are `audio-*`, `alsa-*`, `pulse-*`, `pipewire-*`, `jack-*`, `cache*`, `demuxer-max-*` and `network-timeout`, except those that the agent sets itself.',
    example: '--audio-buffer=0.5 --alsa-resample=yes',
  },
  TONEARM_VOLUME_START: {
    is: percent,
    default: '35',
    description: 'The volume at the very first start, 0 to 100. Later the last volume is remembered.',
    example: '35',
  },
  TONEARM_VOLUME_MAX: {
    is: percent,
    default: '100',
    description: 'The highest volume, 0 to 100, whoever asks for more.',
    example: '80',
  },
} as const satisfies Record<string, Variable>;
