import {
  type Completable,
  type Completions,
  FILES,
  findValued,
  type Flag,
  flagsOf,
  namesOf,
} from './completable.js';

/** Returns the completion script for fish 3.1 and newer. */
export function toFish({ commands, ctl, verbs, help }: Completions): string {
  const all = [...commands, ctl, help];
  const valued = namesOf(findValued([...all, ...verbs]));
  return [
    '# Completion of tonearm for fish, made by "tonearm completion fish".',
    ...FUNCTIONS.map(line => line.replace('VALUED', valued.join(' '))),
    'complete -c tonearm -e',
    'complete -c tonearm -f',
    ...all.map(({ name, summary }) => toRule('__tonearm_begins', `-a ${name}`, summary)),
    toRule('__tonearm_begins', '-l help -s h', 'tells what there is'),
    toRule('__tonearm_begins', '-l version -s V', 'prints the version'),
    ...toNames(help.name, all),
    ...toNames(`${help.name} ${ctl.name}`, verbs),
    ...toNames(ctl.name, verbs),
    ...all.flatMap(entry => toRules(entry.name, entry)),
    ...verbs.flatMap(verb => {
      const flags = verb.flags.filter(({ name }) => !flagsOf(ctl).includes(name));
      return toRules(`${ctl.name} ${verb.name}`, { ...verb, flags });
    }),
  ].join('\n');
}

const FUNCTIONS = [
  '# The words before the cursor, without options and their values.',
  'function __tonearm_words',
  '  set -l isValue 0',
  '  for token in (commandline -opc)[2..-1]',
  '    if test $isValue = 1',
  '      set isValue 0',
  '      continue',
  '    end',
  '    switch $token',
  '      case VALUED',
  '        set isValue 1',
  "      case '-*'",
  "      case '*'",
  '        echo $token',
  '    end',
  '  end',
  'end',
  '# Whether these are the words, and no more.',
  'function __tonearm_at',
  '  set -l said (__tonearm_words)',
  '  test "$said" = "$argv"',
  'end',
  '# Whether these are the first words.',
  'function __tonearm_in',
  '  set -l said (__tonearm_words)',
  '  set -l count (count $argv)',
  '  test (count $said) -ge $count',
  '  and test "$said[1..$count]" = "$argv"',
  'end',
  '# Whether nothing was said yet, --help and --version included.',
  'function __tonearm_begins',
  '  test (count (commandline -opc)) -le 1',
  'end',
  '# Behind the last comma of what is being typed, each of these.',
  'function __tonearm_list',
  "  set -l begun (commandline -ct | string replace -r '^--[a-z]+=' '' | string replace -r '[^,]*$' '')",
  '  printf "%s\\n" "$begun"$argv',
  'end',
];

/** Returns the rules for the words that may follow `said`. */
function toNames(said: string, entries: readonly Completable[]): string[] {
  return entries.map(({ name, summary }) => toRule(`__tonearm_at ${said}`, `-a ${name}`, summary));
}

function toRules(said: string, { words, flags }: Completable): string[] {
  return [
    ...(words === FILES ? [`complete -c tonearm -n '__tonearm_in ${said}' -F`] : []),
    ...(words.length === 0 ? [] : [`complete -c tonearm -n '__tonearm_at ${said}' -a '${words.join(' ')}'`]),
    ...flags.map(flag => toRule(`__tonearm_in ${said}`, toFlag(flag), flag.summary)),
  ];
}

function toFlag({ name, values, isList }: Flag): string {
  const long = `-l ${name.slice(2)}`;
  if (values === null) return long;
  if (values.length === 0) return `${long} -x`;
  const words = isList ? `(__tonearm_list ${values.join(' ')})` : values.join(' ');
  return `${long} -x -a '${words}'`;
}

function toRule(condition: string, what: string, summary: string): string {
  return `complete -c tonearm -n '${condition}' ${what} -d '${summary.replaceAll(/['\\]/g, '’')}'`;
}
