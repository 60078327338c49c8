export interface MpvOptions {
  readonly socketPath: string;
  /** mpv's `--ao`; null: its own choice. */
  readonly audioOutput: string | null;
  /** mpv's `--audio-device`; null: its own choice. */
  readonly audioDevice: string | null;
  /** `--name=value`, checked by the configuration; they come last and so win. */
  readonly extraOptions: readonly string[];
}

/** Nothing of the machine's own mpv set-up, no scripts, no bindings, no other program, no other file. */
const hardened = [
  '--no-config',
  '--load-scripts=no',
  '--ytdl=no',
  '--osc=no',
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
  '--demuxer-lavf-o-append=protocol_whitelist=http,https,tls,tcp',
  // An address answered with a playlist or an edit list would load entries nobody asked for: containers only.
  '--demuxer=lavf',
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

/** Of every stream, by ffmpeg's own names; mpv takes those of one file in place of all of these. */
const stream = ['protocol_whitelist=[http,https,tls,tcp]', 'reconnect=0'];

/** An address without TLS: what it leads to is no less safe than it is itself. */
export const PLAIN_STREAM = stream.join(',');

/** Sized for a board with 512 MB. A refused address is told at once: the agent fetches a fresh one. */
const network = [
  '--cache=yes',
  '--cache-on-disk=no',
  '--demuxer-max-bytes=16MiB',
  '--demuxer-max-back-bytes=4MiB',
  // Else what has been played fills the space of what is ahead, and stays while the next file is fetched beside it.
  '--demuxer-donate-buffer=no',
  // mpv 0.40 else reads 0.4 MB and more of a WAV file to know it, then asks for all of it once more before it sounds.
  '--demuxer-lavf-probesize=65536',
  '--network-timeout=10',
  // A host that knows no ranges is read up to the place: else what was heard would be heard again.
  '--force-seekable=yes',
  // ffmpeg would follow an https address to one without TLS: what it leads to is found out otherwise.
  `--stream-lavf-o=${PLAIN_STREAM},max_redirects=0`,
];

/** mpv's command line, valid for 0.35 to 0.40; an option that mpv does not know would be fatal. */
export function mpvArguments(options: MpvOptions): string[] {
  const { socketPath, audioOutput, audioDevice, extraOptions } = options;
  return [
    ...hardened,
    ...playback,
    ...network,
    ...(audioOutput === null ? [] : [`--ao=${audioOutput}`]),
    ...(audioDevice === null ? [] : [`--audio-device=${audioDevice}`]),
    ...extraOptions,
    `--input-ipc-server=${socketPath}`,
  ];
}
