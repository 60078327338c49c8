export interface MpvOptions extends OutputOptions {
  readonly socketPath: string;
}

export interface OutputOptions {
  /** mpv's `--ao`; null: mpv's own choice. */
  readonly audioOutput: string | null;
  /** mpv's `--audio-device`; null: mpv's own choice. */
  readonly audioDevice: string | null;
  /** Options as `--name=value`, checked by the configuration. They come last and so take precedence. */
  readonly extraOptions: readonly string[];
}

const PROTOCOLS = 'http,https,tls,tcp';
/**
 * ffmpeg's names of the containers in which audio comes as a single file. All others are disabled, above all HLS and
 * DASH: lists of addresses that ffmpeg would open by itself, unchecked. An item has one address (specification,
 * section 2).
 */
const FORMATS = [
  'mp3,aac,loas,ac3,eac3,dts,mov,flac,ogg,wav,w64,aiff,au,caf,matroska,mpegts,asf',
  'ape,wv,tta,tak,mpc,mpc8,amr,dsf',
].join(',');
/** ffmpeg's decoders for the audio in those; if two fit, the first one is used. No pictures, no video. */
const DECODERS = [
  'mp3float,mp3,mp2float,mp2,mp1float,mp1,aac,aac_fixed,aac_latm,ac3,ac3_fixed,eac3,dca,flac,vorbis,opus,alac',
  'wmav1,wmav2,wmapro,wmalossless,ape,wavpack,tta,tak,mpc7,mpc8,amrnb,amrwb,speex',
  'dsd_lsbf,dsd_msbf,dsd_lsbf_planar,dsd_msbf_planar,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw',
  'pcm_s16be,pcm_s24be,pcm_s32be,pcm_f32be,pcm_f64be',
].join(',');

/** ffmpeg would follow redirects to addresses without TLS or into the local network; `way.ts` resolves them instead. */
export const STREAM_OPTIONS = `protocol_whitelist=[${PROTOCOLS}],reconnect=0,max_redirects=0`;

/** Disables the machine's own mpv configuration, scripts, key bindings, and access to other programs and files. */
const hardened = [
  '--no-config',
  '--load-scripts=no',
  '--ytdl=no',
  '--osc=no',
  // mpv 0.40 renamed this option, but 0.41 still accepts the old name (`process/option-names.ts`).
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
  // Containers only: a playlist or an edit list as answer would load entries that were not requested.
  '--demuxer=lavf',
  `--demuxer-lavf-o-append=protocol_whitelist=${PROTOCOLS}`,
  `--demuxer-lavf-o-append=format_whitelist=${FORMATS}`,
  // Otherwise a fragmented MP4 without a segment index is fetched to its end before the first sound.
  '--demuxer-lavf-o-append=fflags=+ignidx',
  // Decoders that ffmpeg itself uses to probe a file, also for pictures in it.
  `--demuxer-lavf-o-append=codec_whitelist=${DECODERS}`,
  `--ad=${DECODERS},-`,
];

/** With 16 bits mpv's volume moves in steps of 1/256 of the amplitude, and nothing is audible below 13 of 100. */
const FORMAT = '--audio-format=float';

const playback = [
  '--idle=yes',
  '--no-terminal',
  '--no-video',
  '--audio-display=no',
  '--audio-fallback-to-null=no',
  '--volume-max=100',
  FORMAT,
  // `yes` would keep channels and rate of the first file for all later ones; `weak` reopens the output where they differ.
  '--gapless-audio=weak',
  '--prefetch-playlist=yes',
  // After a seek the first frames of an MP3 need those before them to decode: otherwise 45 ms would be missing.
  '--hr-seek-demuxer-offset=0.1',
];

/** Sized for a board with 512 MB. A refused address is reported at once, and the agent fetches a new one. */
const network = [
  '--cache=yes',
  '--cache-on-disk=no',
  '--demuxer-max-bytes=12MiB',
  '--demuxer-max-back-bytes=2MiB',
  // Otherwise played data fill the space for data ahead, and stay while the next file is fetched beside them.
  '--demuxer-donate-buffer=no',
  // Otherwise mpv 0.40 reads 0.4 MB or more of a WAV file to identify it, then requests all of it again to play it.
  '--demuxer-lavf-probesize=65536',
  '--network-timeout=10',
  // Without range support a file is read up to the position; otherwise already played audio would play again.
  '--force-seekable=yes',
  `--stream-lavf-o=${STREAM_OPTIONS}`,
];

/**
 * Properties to set before the first load: from 0.42 on, mpv opens http by libcurl unless told otherwise, and then no
 * longer looks at `--stream-lavf-o`. Before that it has none of them, and would not start with options of these names.
 */
export const WITHOUT_CURL = [
  ['curl-enabled', 'no'],
  ['curl-max-redirects', '0'],
  ['curl-max-retries', '0'],
] as const;

function toOutput({ audioOutput, audioDevice, extraOptions }: OutputOptions): string[] {
  return [
    ...(audioOutput === null ? [] : [`--ao=${audioOutput}`]),
    ...(audioDevice === null ? [] : [`--audio-device=${audioDevice}`]),
    ...extraOptions,
  ];
}

/** Returns mpv's command line, valid for 0.35 to 0.41. An option that mpv does not know would be fatal. */
export function mpvArguments(options: MpvOptions): string[] {
  return [
    ...hardened,
    ...playback,
    ...network,
    ...toOutput(options),
    `--input-ipc-server=${options.socketPath}`,
  ];
}

const alone = [
  '--idle=no',
  '--no-terminal',
  '--no-video',
  '--audio-display=no',
  '--audio-fallback-to-null=no',
];
const STDIN = '-';
/** A clip that is longer is read no further. */
const LONGEST_S = 31;

/** Returns arguments to write what comes on standard input as a WAV file of 16 bits to standard output. */
export function decodingArguments({ rate, channels }: { rate: number; channels: number }): string[] {
  const format = [`--audio-samplerate=${rate}`, `--audio-channels=${channels === 2 ? 'stereo' : 'mono'}`];
  return [
    ...hardened,
    ...alone,
    ...format,
    `--length=${LONGEST_S}`,
    '--of=wav',
    '--oac=pcm_s16le',
    '--o=-',
    STDIN,
  ];
}

/** Returns arguments to play what comes on standard input, silent until a volume is told on file descriptor 3. */
export function speakingArguments(options: OutputOptions): string[] {
  return [
    ...hardened,
    ...alone,
    '--volume-max=100',
    FORMAT,
    ...toOutput(options),
    '--volume=0',
    '--input-ipc-client=fd://3',
    STDIN,
  ];
}

/** Returns arguments to play 0.2 s of silence on the same sound device; mpv exits with 0 if that works. */
export function silentArguments(options: OutputOptions): string[] {
  const alone = ['--no-config', '--load-scripts=no', '--ytdl=no', '--no-terminal', '--no-video'];
  return [...alone, '--audio-fallback-to-null=no', ...toOutput(options), 'av://lavfi:anullsrc=d=0.2'];
}
