import type { LoadRequest } from '../ports.js';
import type { MpvCommand } from './mpv-message.js';

const riseS = 0.15;
/** So long before its place the rise is silent, for frames that begin before it and slip through; further away it does nothing. */
const aroundS = 1;
const RISE = '@rise';

/**
 * A level that rises from the place at which the file begins to sound. By place and not by time, because what mpv decodes
 * on the way to a place in the middle is thrown away behind the filter. Beyond the place it passes samples on untouched.
 */
function risingFrom(positionMs: number): string {
  const [fromS, startS, endS] = [-aroundS, 0, 2 * riseS].map(s => (positionMs / 1000 + s).toFixed(3));
  return `${RISE}:lavfi=[afade=t=in:st=${startS}:d=${riseS}:enable='between(t,${fromS},${endS})']`;
}

/** Before a seek: what has not been heard yet rises there, what has been would fall silent where the rise is passed again. */
export function riseAt(positionMs: number, { isUnheard }: { readonly isUnheard: boolean }): MpvCommand {
  return isUnheard ? ['af', 'add', risingFrom(positionMs)] : ['af', 'remove', RISE];
}

/**
 * mpv's own form of the options that hold for one file only (mpv manual, `loadfile`). The gain is a filter of the file:
 * mpv's `volume` acts on the output, and would switch before the boundary sounds. So is the rise of the level at the
 * first sound of a process: there it costs no time.
 */
export function fileOptions(
  { startMs, gainDb }: LoadRequest,
  { rises }: { readonly rises: boolean },
): Readonly<Record<string, string>> {
  const filters = [
    ...(gainDb === null ? [] : [`lavfi=[volume=${gainDb.toFixed(2)}dB]`]),
    ...(rises ? [risingFrom(startMs)] : []),
  ];
  return {
    ...(startMs > 0 ? { start: (startMs / 1000).toFixed(3) } : {}),
    ...(filters.length === 0 ? {} : { af: filters.join(',') }),
  };
}
