export interface MpvOptions extends OutputOptions {
  readonly socketPath: string;
}

export interface OutputOptions {
  /** mpv's `--ao`; null: its own choice. */
  readonly audioOutput: string | null;
  /** mpv's `--audio-device`; null: its own choice. */
  readonly audioDevice: string | null;
  /** `--name=value`, checked by the configuration; they come last and so win. */
  readonly extraOptions: readonly string[];
}

const PROTOCOLS = 'http,https,tls,tcp';
/**
 * ffmpeg's names of the containers that music services send audio in: MP3, ADTS, MP4 (M4A), FLAC, Ogg, WAV. Its other
 * three hundred stay shut, HLS and DASH before all: a list of addresses that ffmpeg would open by itself, none of them
 * looked at, and an item has one address (specification, section 2).
 */
const FORMATS = 'mp3,aac,mov,flac,ogg,wav';
/** ffmpeg's names of what decodes the audio in those, of samples all that WAV holds; the first of a kind is taken where both are there. */
const DECODERS = [
  'mp3float,mp3,aac,aac_fixed,flac,vorbis,opus,alac',
  'pcm_u8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw',
].join(',');

/** Nothing of the machine's own mpv set-up, no scripts, no bindings, no other program, no other file. */
const hardened = [
  '--no-config',
  '--load-scripts=no',
  '--ytdl=no',
  '--osc=no',
  // Its name in 0.40 is another, but known by this one as well.
  '--load-osd-console=no',
  '--load-stats-overlay=no',
  '--load-auto-profiles=no',
  '--input-default-bindings=no',
  '--input-builtin-bindings=no',
  '--input-media-keys=no',
  '--autoload-files=no',
  '--access-references=no',
  '--load-unsafe-playlists=no',
  '--resume-playback=no',
  '--save-position-on-quit=no',
  '--tls-verify=yes',
  '--sid=no',
  // An address answered with a playlist or an edit list would load entries nobody asked for: containers only.
  '--demuxer=lavf',
  `--demuxer-lavf-o-append=protocol_whitelist=${PROTOCOLS}`,
  `--demuxer-lavf-o-append=format_whitelist=${FORMATS}`,
  // What ffmpeg decodes by itself, to learn about a file: pictures within it, too.
  `--demuxer-lavf-o-append=codec_whitelist=${DECODERS}`,
  `--ad=${DECODERS},-`,
];

const playback = [
  '--idle=yes',
  '--no-terminal',
  '--no-video',
  '--audio-display=no',
  '--audio-fallback-to-null=no',
  '--volume-max=100',
  // With 16 bits mpv's volume goes in steps of 1/256 of the amplitude, and nothing is left of it below 13 of 100.
  '--audio-format=float',
  '--gapless-audio=yes',
  '--prefetch-playlist=yes',
  // The first frames of an MP3 behind a jump cannot be decoded without those before: 45 ms would be missing.
  '--hr-seek-demuxer-offset=0.1',
];

/** Sized for a board with 512 MB. A refused address is told at once: the agent fetches a fresh one. */
const network = [
  '--cache=yes',
  '--cache-on-disk=no',
  '--demuxer-max-bytes=12MiB',
  '--demuxer-max-back-bytes=2MiB',
  // Else what has been played fills the space of what is ahead, and stays while the next file is fetched beside it.
  '--demuxer-donate-buffer=no',
  // mpv 0.40 else reads 0.4 MB and more of a WAV file to know it, then asks for all of it once more before it sounds.
  '--demuxer-lavf-probesize=65536',
  '--network-timeout=10',
  // A host that knows no ranges is read up to the place: else what was heard would be heard again.
  '--force-seekable=yes',
  // ffmpeg would follow an address to one without TLS, or into this network: what it leads to is found out otherwise.
  `--stream-lavf-o=protocol_whitelist=[${PROTOCOLS}],reconnect=0,max_redirects=0`,
];

function toOutput({ audioOutput, audioDevice, extraOptions }: OutputOptions): string[] {
  return [
    ...(audioOutput === null ? [] : [`--ao=${audioOutput}`]),
    ...(audioDevice === null ? [] : [`--audio-device=${audioDevice}`]),
    ...extraOptions,
  ];
}

/** mpv's command line, valid for 0.35 to 0.40; an option that mpv does not know would be fatal. */
export function mpvArguments(options: MpvOptions): string[] {
  return [
    ...hardened,
    ...playback,
    ...network,
    ...toOutput(options),
    `--input-ipc-server=${options.socketPath}`,
  ];
}

/** The same sound device, opened for some tenths of a second of silence: exit code 0 if that can be done. */
export function silentArguments(options: OutputOptions): string[] {
  const alone = ['--no-config', '--load-scripts=no', '--ytdl=no', '--no-terminal', '--no-video'];
  return [...alone, '--audio-fallback-to-null=no', ...toOutput(options), 'av://lavfi:anullsrc=d=0.2'];
}
