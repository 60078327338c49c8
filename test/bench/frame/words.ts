import { parseArgs } from 'node:util';

/** What a run may be given in place of what is usual. */
export const FLAGS = [
  'alarms',
  'calls',
  'hours',
  'pauses',
  'quick',
  'repeats',
  'seconds',
  'tracks',
  'transitions',
  'turns',
] as const;

export type Flag = (typeof FLAGS)[number];

export interface Words {
  readonly names: readonly string[];
  readonly flags: ReadonlyMap<Flag, number>;
}

/** `NAME… --repeats=3 --quick`. Throws a `RangeError` that says what is wrong: hours of measuring begin by it. */
export function parseWords(words: readonly string[], known: readonly string[]): Words {
  const options = Object.fromEntries(
    FLAGS.map(name => [name, { type: name === 'quick' ? 'boolean' : 'string' } as const]),
  );
  const usage = `npm run bench -- [NAME…] [${FLAGS.map(name => (name === 'quick' ? '--quick' : `--${name}=NUMBER`)).join('] [')}]\nNAME: ${known.join(', ')}`;
  const { positionals, values } = parse();
  const stranger = positionals.find(name => !known.includes(name));
  if (stranger !== undefined) throw new RangeError(`"${stranger}" is not measured\n${usage}`);
  const flags = FLAGS.flatMap((name): [Flag, number][] => {
    const value = values[name];
    if (value === undefined) return [];
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1)
      throw new RangeError(`--${name} takes a whole number above 0\n${usage}`);
    return [[name, number]];
  });
  return { names: positionals, flags: new Map(flags) };

  function parse() {
    try {
      return parseArgs({ args: [...words], options, allowPositionals: true });
    } catch (cause) {
      throw new RangeError(`${(cause as Error).message}\n${usage}`, { cause });
    }
  }
}
