import { LOUDEST } from '../core/shape.js';
import * as kinds from './kinds.js';
import { seconds, type Variable } from './variable.js';

const percent = kinds.integer(0, LOUDEST);

/** The player, its sound and how loud it is. */
export const SOUND_VARIABLES = {
  TONEARM_MPV_PATH: {
    is: kinds.plain,
    default: 'mpv',
    description: 'The mpv program: a name to look up in `PATH`, or a path.',
    example: '/usr/local/bin/mpv',
  },
  TONEARM_AUDIO_OUTPUT: {
    is: kinds.audioOutput,
    defaultText: "mpv's choice",
    description: "mpv's `--ao`: `alsa`, `pipewire`, `pulse`, … or `null` for no sound at all.",
    example: 'alsa',
  },
  TONEARM_AUDIO_DEVICE: {
    is: kinds.audioDevice,
    defaultText: "mpv's choice",
    description: "mpv's `--audio-device`; `mpv --audio-device=help` lists them.",
    example: 'alsa/hw:CARD=DAC',
  },
  TONEARM_AUDIO_RELEASE_SECONDS: {
    is: seconds,
    default: '30',
    description:
      'Seconds of pause after which the sound device is let go, for other programs and because some cards stay silent after hours of it; 0 keeps it.',
    example: '300',
  },
  TONEARM_AUDIO_HTTP: {
    is: kinds.onOff,
    default: 'off',
    description: 'Play audio over plain http although the service is https: `on` or `off`.',
    example: 'on',
  },
  TONEARM_AUDIO_HOSTS: {
    is: kinds.hosts,
    description:
      'Hosts in your own network that audio of a service on the internet may come from, such as a cache or a proxy, separated by commas.',
    example: 'cache.example.com,192.168.1.20',
  },
  TONEARM_MPV_ROOM: {
    is: kinds.onOff,
    default: 'on',
    description:
      "Keep mpv from the agent's files and from homes, where setpriv and the kernel can: `on` or `off`.",
    example: 'off',
  },
  TONEARM_MPV_OPTIONS: {
    is: kinds.mpvOptions,
    description:
      'More mpv options, `--name=value` separated by spaces: `audio-*`, `alsa-*`, `pulse-*`, `pipewire-*`, `jack-*`, `cache*`, `demuxer-max-*`, `network-timeout`, save those the agent sets itself.',
    example: '--audio-buffer=0.5 --alsa-resample=yes',
  },
  TONEARM_VOLUME_START: {
    is: percent,
    default: '35',
    description: 'Volume of the very first start, 0 to 100; later the last one is remembered.',
    example: '35',
  },
  TONEARM_VOLUME_MAX: {
    is: percent,
    default: '100',
    description: 'Ceiling of the volume, 0 to 100, whoever asks for more.',
    example: '80',
  },
} as const satisfies Record<string, Variable>;
