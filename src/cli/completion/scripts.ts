/** An option, what it is for, and the values it may have; null: it stands alone. */
interface Flag {
  readonly name: string;
  readonly summary: string;
  /** Empty: any. */
  readonly values: readonly string[] | null;
}

/** A word that can be completed, and what may follow it, in any order. */
interface Completable {
  readonly name: string;
  readonly summary: string;
  /** What the first word behind it may be, options left out; or `FILES`. */
  readonly words: readonly string[];
  readonly flags: readonly Flag[];
}

export interface Completions {
  readonly commands: readonly Completable[];
  /** The one command whose first word decides what follows; its flags may stand before that word, too. */
  readonly ctl: Completable;
  readonly verbs: readonly Completable[];
}

/** Any path. */
export const FILES: readonly string[] = [];

const GLOBAL = ['--help', '--version'];

/** For bash 4 and newer, without its completion package. */
export function toBash({ commands, ctl, verbs }: Completions): string {
  const all = [...commands, ctl];
  const valued = findValued([...all, ...verbs]);
  const choices = valued.filter(({ values }) => values.length > 0);
  const takers = commands.filter(({ words }) => words === FILES).map(({ name }) => `${name}:`);
  return [
    '# Completion of tonearm for bash, made by "tonearm completion bash".',
    '_tonearm() {',
    '  local -a said=()',
    '  local word option="" command="" verb="" words="" at count=0',
    // --url=http://kitchen is five words to bash.
    '  for ((at = 1; at <= COMP_CWORD; at++)); do',
    '    word="${COMP_WORDS[at]}"',
    '    if ((${#said[@]})) && [[ $word == [=:]* || ${COMP_WORDS[at - 1]} == *[=:] ]]; then',
    '      said[${#said[@]} - 1]+="$word"',
    '    else said+=("$word"); fi',
    '  done',
    '  local current="${said[${#said[@]} - 1]}"',
    '  for word in "${said[@]:0:${#said[@]} - 1}"; do',
    '    if [[ -n $option ]]; then option=""; continue; fi',
    '    case "$word" in',
    `      ${unique(valued.map(({ name }) => name)).join('|')}) option="$word" ;;`,
    '      -*) ;;',
    '      *)',
    '        if [[ -z $command ]]; then command="$word"',
    `        elif [[ $command == ${ctl.name} && -z $verb ]]; then verb="$word"`,
    '        else count=1; fi ;;',
    '    esac',
    '  done',
    '  if [[ $current == --*=* ]]; then option="${current%%=*}"; current="${current#*=}"; fi',
    '  case "$option:$command:$verb:$count" in',
    ...choices.map(({ name, values }) => `    ${name}:*) words="${values.join(' ')}" ;;`),
    '    ?*) [[ -n $option ]] || case "$command:$verb:$count" in',
    // Behind --help or --version nothing follows.
    `      ::*) ((\${#said[@]} > 1)) || words="${[...all.map(({ name }) => name), ...GLOBAL].join(' ')}" ;;`,
    `      ${ctl.name}::*) words="${[...verbs.map(({ name }) => name), ...flagsOf(ctl)].join(' ')}" ;;`,
    ...toCases([
      ...verbs.map(verb => ({ place: `${ctl.name}:${verb.name}`, ...verb })),
      ...commands.map(command => ({ place: `${command.name}:`, ...command })),
    ]),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    `  case "$command:$option" in ${takers.join('|')}) mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;; esac`,
    '}',
    'complete -F _tonearm tonearm',
  ].join('\n');
}

/** Places where the same words may follow share a line. */
function toCases(entries: readonly (Completable & { readonly place: string })[]): string[] {
  const places = new Map<string, string[]>();
  const add = (words: readonly string[], place: string): void => {
    const line = words.join(' ');
    places.set(line, [...(places.get(line) ?? []), place]);
  };
  for (const { place, words, flags } of entries) {
    if (words.length > 0) add([...words, ...flagsOf({ flags })], `${place}:0`);
    add(flagsOf({ flags }), words.length > 0 ? `${place}:1` : `${place}:*`);
  }
  return [...places].map(([line, found]) => `      ${found.join('|')}) words="${line}" ;;`);
}

/** The options that take a value. */
function findValued(entries: readonly Completable[]): { name: string; values: readonly string[] }[] {
  return entries.flatMap(({ flags }) =>
    flags.flatMap(({ name, values }) => (values === null ? [] : [{ name, values }])),
  );
}

function flagsOf({ flags }: Pick<Completable, 'flags'>): string[] {
  return flags.map(({ name }) => name);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** For zsh's own completion system. */
export function toZsh({ commands, ctl, verbs }: Completions): string {
  return [
    '#compdef tonearm',
    '# Completion of tonearm for zsh, made by "tonearm completion zsh".',
    '_tonearm() {',
    '  local curcontext="$curcontext" state line',
    "  _arguments -C '(- 1 *)'{-h,--help}'[tells what there is]' '(- 1 *)'{-V,--version}'[prints the version]' \\",
    `    '1:command:${toChoices([...commands, ctl])}' '*::word:->rest'`,
    '  [[ $state == rest ]] || return',
    '  curcontext="${curcontext%:*}-$words[1]:"',
    '  case $words[1] in',
    ...commands.map(command => `    ${command.name}) _arguments ${toArguments(command)} ;;`),
    `    ${ctl.name})`,
    // The verb is looked for first, so that its own options are known wherever they stand.
    '      local at verb=""',
    '      local -a valued common',
    `      valued=(${unique(findValued(verbs).map(({ name }) => name)).join(' ')})`,
    `      common=(${ctl.flags.map(toSpec).join(' ')})`,
    '      for ((at = 2; at < CURRENT; at++)); do',
    '        if (( ${valued[(Ie)$words[at]]} )); then ((at++))',
    '        elif [[ $words[at] != -* ]]; then verb=$words[at]; break; fi',
    '      done',
    '      case $verb in',
    ...verbs.map(verb => {
      const own = verb.flags.filter(({ name }) => !flagsOf(ctl).includes(name)).map(toSpec);
      return `        ${verb.name}) _arguments $common ${[...own, "'1:verb: '", toWords(verb, 2)].join(' ')} ;;`;
    }),
    `        *) _arguments $common '1:verb:${toChoices(verbs)}' ;;`,
    '      esac ;;',
    '  esac',
    '}',
    'if [ "$funcstack[1]" = "_tonearm" ]; then _tonearm "$@"; else compdef _tonearm tonearm; fi',
  ].join('\n');
}

function toArguments(completable: Completable): string {
  const { flags, words } = completable;
  if (words === FILES) return [...flags.map(toSpec), "'1:file:_files'"].join(' ');
  return [...flags.map(toSpec), ...(words.length === 0 ? [] : [toWords(completable, 1)])].join(' ');
}

/** `'2:word:(on off)'`; without choices any words may follow. */
function toWords({ words }: Completable, place: number): string {
  return words.length === 0 ? `'*:word:()'` : `'${place}:word:(${words.join(' ')})'`;
}

/** `'--port=[the port]:value:(a b)'`, as `_arguments` wants it. */
function toSpec({ name, summary, values }: Flag): string {
  const text = `[${summary.replaceAll(/[[\]]/g, '').replaceAll("'", '’')}]`;
  if (values === null) return `'${name}${text}'`;
  return `'${name}=${text}:value:${values.length === 0 ? ' ' : `(${values.join(' ')})`}'`;
}

/** `((name\:"what it does" …))`. */
function toChoices(entries: readonly Completable[]): string {
  const choices = entries.map(({ name, summary }) => {
    const text = summary
      .replaceAll(/[":\\]/g, ' ')
      .replaceAll("'", '’')
      .replaceAll(/[()]/g, '');
    return `${name}\\:"${text}"`;
  });
  return `((${choices.join(' ')}))`;
}
