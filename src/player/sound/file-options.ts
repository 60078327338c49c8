import type { LoadRequest } from '../../contract/ports.js';
import type { MpvCommand } from '../wire/mpv-message.js';
import { STREAM_OPTIONS } from './mpv-options.js';
import { isTone } from './tone.js';

const riseS = 0.15;
/** Seconds of silence before the rise, for earlier frames that slip through; further away the filter does nothing. */
const aroundS = 1;
const RISE = '@rise';

/**
 * Returns a filter that raises the level at the position where the file begins to sound. It goes by position, not by
 * time, because samples that mpv decodes on the way to a position are discarded only after the filter. Beyond the rise,
 * samples pass unchanged.
 */
function risingFrom(positionMs: number): string {
  const [fromS, startS, endS] = [-aroundS, 0, 2 * riseS].map(s => (positionMs / 1000 + s).toFixed(3));
  return `${RISE}:lavfi=[afade=t=in:st=${startS}:d=${riseS}:enable='between(t,${fromS},${endS})']`;
}

/**
 * Returns the command to send before a seek: moves the rise if nothing has sounded yet, otherwise removes it, since
 * passing the rise again would silence the sound.
 */
export function riseAt(positionMs: number, { isUnheard }: { readonly isUnheard: boolean }): MpvCommand {
  return isUnheard ? ['af', 'add', risingFrom(positionMs)] : ['af', 'remove', RISE];
}

/**
 * Returns the options that apply to one file only, in mpv's form (mpv manual, `loadfile`). The gain is a filter of the
 * file: mpv's `volume` acts on the output and would change before the boundary sounds. The rise of the level at a
 * process's first sound is a filter, too, because it costs no time there.
 */
export function fileOptions(
  request: LoadRequest,
  { rises }: { readonly rises: boolean },
): Readonly<Record<string, string>> {
  const { startMs, gainDb, hasRanges } = request;
  const filters = [
    ...(gainDb === null ? [] : [`lavfi=[volume=${gainDb.toFixed(2)}dB]`]),
    ...(rises ? [risingFrom(startMs)] : []),
  ];
  return {
    // It lasts until something else is loaded.
    ...(isTone(request) ? { 'loop-file': 'inf' } : {}),
    ...(startMs > 0 ? { start: (startMs / 1000).toFixed(3) } : {}),
    ...(filters.length === 0 ? {} : { af: filters.join(',') }),
    // Replaces the option of the command line, so it repeats that.
    ...(hasRanges === false ? { 'stream-lavf-o': `${STREAM_OPTIONS},seekable=0` } : {}),
  };
}
