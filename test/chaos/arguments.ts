/** What a run is asked for. */
export interface Words {
  readonly minutes: number;
  /** The same number, the same faults in the same order. */
  readonly seed: number;
  /** Parts of the names of the faults to be drawn; none: all. */
  readonly only: readonly string[];
  /** Keeps the notes of a clean run as well. */
  readonly keep: boolean;
  /** Prints the notes as they are made. */
  readonly aloud: boolean;
  /** Listens by mpv's own position even where there is a sound server. */
  readonly nosink: boolean;
  /** The installed program, with mpv, in 300 MB and a fifth of a processor; the service and the listeners stay outside. */
  readonly small: boolean;
  /** Not faults but so many short tracks, one after the other. */
  readonly tracks: number | null;
  /** Not faults by chance but one of each kind: the flight records of them are written into this folder. */
  readonly records: string | null;
}

/** `--minutes 2 --seed 1 --only mpv,refused --keep --small`, or `--tracks 2000`, or `--records FOLDER --only player`. Throws a `RangeError` that says what is wrong. */
export function parseWords(words: readonly string[]): Words {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const [, name = '', value] =
      /^--(minutes|seed|only|keep|aloud|nosink|small|tracks|records)(?:=(.*))?$/.exec(words[at] ?? '') ?? [];
    if (name === '')
      throw new RangeError(
        `"${words[at] ?? ''}" is not one of --minutes --seed --only --keep --aloud --nosink --small --tracks --records`,
      );
    if (['keep', 'aloud', 'nosink', 'small'].includes(name)) given.set(name, 'yes');
    else if (value !== undefined) given.set(name, value);
    else given.set(name, words[(at += 1)] ?? '');
  }
  if (given.has('small') && (given.has('tracks') || given.has('records')))
    throw new RangeError('--small is for faults by chance alone');
  const number = (name: string, usual: number): number => {
    const text = given.get(name);
    const value = text === undefined ? usual : Number(text);
    if (text === '' || !(value > 0)) throw new RangeError(`--${name} takes a number above 0`);
    return value;
  };
  return {
    minutes: number('minutes', 2),
    seed: number('seed', 1 + Math.floor(Math.random() * 1_000_000)),
    only: given.get('only')?.split(',') ?? [],
    keep: given.has('keep'),
    aloud: given.has('aloud'),
    nosink: given.has('nosink'),
    small: given.has('small'),
    tracks: given.has('tracks') ? number('tracks', 1) : null,
    records: given.get('records') ?? null,
  };
}
