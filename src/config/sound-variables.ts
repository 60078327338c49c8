import { LOUDEST } from '../contract/shape.js';
import * as kinds from './kinds.js';
import { seconds, type Variable } from './variable.js';

const percent = kinds.integer(0, LOUDEST);

/** The variables for player, sound and volume. */
export const SOUND_VARIABLES = {
  TONEARM_MPV_PATH: {
    is: kinds.plain,
    default: 'mpv',
    description: 'The mpv program: a path, or a name to look up in `PATH`.',
    example: '/usr/local/bin/mpv',
  },
  TONEARM_AUDIO_OUTPUT: {
    is: kinds.audioOutput,
    defaultText: "mpv's choice",
    description:
      'The audio output, as in mpv’s option `--ao`: `alsa`, `pipewire`, `pulse` or another that `mpv --ao=help` lists; `null` for no sound.',
    example: 'alsa',
  },
  TONEARM_AUDIO_DEVICE: {
    is: kinds.audioDevice,
    defaultText: "mpv's choice",
    description:
      'The sound device, as in mpv’s option `--audio-device`; `mpv --audio-device=help` lists them.',
    example: 'alsa/plughw:CARD=DAC',
  },
  TONEARM_AUDIO_RELEASE_SECONDS: {
    is: seconds,
    default: '30',
    description:
      'Seconds of pause after which the sound device is released, so that other programs can use it; some cards also go silent when held for hours. 0: never.',
    example: '300',
  },
  TONEARM_AUDIO_HTTP: {
    is: kinds.onOff,
    default: 'off',
    description: 'Whether to play audio over plain HTTP even though the service uses `https`: `on` or `off`.',
    example: 'on',
  },
  TONEARM_AUDIO_HOSTS: {
    is: kinds.hosts,
    description:
      'Hosts on your own network, such as a cache or a proxy, from which audio of a service on the internet may be played, separated by commas.',
    example: 'cache.example.com,192.168.1.20',
  },
  TONEARM_ANNOUNCE_HOSTS: {
    is: kinds.hosts,
    description:
      'Hosts, separated by commas, from which announcements may be fetched, besides those in your own network.',
    example: 'tts.example.com',
  },
  TONEARM_SPEECH: {
    is: kinds.onOff,
    default: 'on',
    description:
      'Whether the speaker says a code, or what is wrong, when a long press or `tonearm ctl say-code` asks for it: `on` or `off`.',
    example: 'off',
  },
  TONEARM_MPV_ROOM: {
    is: kinds.onOff,
    default: 'on',
    description:
      'Whether to deny mpv access to the agent’s files and to home directories, if setpriv and the kernel support that: `on` or `off`.',
    example: 'off',
  },
  TONEARM_MPV_OPTIONS: {
    is: kinds.mpvOptions,
    description:
      'Additional mpv options, `--name=value`, separated by spaces. Allowed are `audio-*`, `alsa-*`, `pulse-*`, `pipewire-*`, `jack-*`, `cache*`, `demuxer-max-*` and `network-timeout`, except those that the agent sets itself.',
    example: '--audio-buffer=0.5 --alsa-resample=yes',
  },
  TONEARM_VOLUME_START: {
    is: percent,
    default: '35',
    description: 'The volume at the very first start, 0 to 100. After that, the last volume is used.',
    example: '35',
  },
  TONEARM_VOLUME_MAX: {
    is: percent,
    default: '100',
    description: 'The volume limit for everyone, 0 to 100.',
    example: '80',
  },
  TONEARM_START_SOURCE: {
    is: kinds.startSource,
    description:
      'What plays when the machine is switched on: the id of a source, or `preset` and a number. It does not play after a crash or a restart of the agent, or if playback resumes.',
    example: 'preset 1',
  },
  TONEARM_QUIET_HOURS: {
    is: kinds.quietHours,
    description:
      'Hours in which the volume has a lower limit, in local time. Louder music fades down when they begin.',
    example: '22:00-07:00',
  },
  TONEARM_QUIET_VOLUME_MAX: {
    is: percent,
    default: '30',
    description: 'The volume limit in those hours, 0 to 100.',
    example: '30',
  },
} as const satisfies Record<string, Variable>;
