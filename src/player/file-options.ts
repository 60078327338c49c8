import type { LoadRequest } from '../ports.js';

const riseSeconds = 0.15;
/** Pieces of one level each while it rises: below 3 ms, so that no step is heard. */
const pieceSamples = 128;

/**
 * A level that rises from the place at which the file begins to sound. By place and not by time, because what mpv decodes
 * on the way to a place in the middle is thrown away behind the filter. When a seek leads back and the place is passed
 * again, the level falls to it instead of breaking off. Without padding: the last piece of a file is as long as it is.
 */
function risingFrom(startMs: number): string {
  const place = `(t-${(startMs / 1000).toFixed(3)})`;
  const level = `if(isnan(t),1,min(1,if(lt(${place},0),-${place}*50,0.01+${place}/${riseSeconds})))`;
  return `asetnsamples=n=${pieceSamples}:p=0,volume=eval=frame:volume='${level}'`;
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
    ...(gainDb === null ? [] : [`volume=${gainDb.toFixed(2)}dB`]),
    ...(rises ? [risingFrom(startMs)] : []),
  ];
  return {
    ...(startMs > 0 ? { start: (startMs / 1000).toFixed(3) } : {}),
    ...(filters.length === 0 ? {} : { af: `lavfi=[${filters.join(',')}]` }),
  };
}
