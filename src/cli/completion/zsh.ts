import {
  type Completable,
  type Completions,
  FILES,
  findValued,
  type Flag,
  flagsOf,
  namesOf,
} from './completable.js';

/** Returns the completion script for zsh's completion system. */
export function toZsh({ commands, ctl, verbs, help }: Completions): string {
  const all = [...commands, ctl, help];
  return [
    '#compdef tonearm',
    '# Completion of tonearm for zsh, made by "tonearm completion zsh".',
    '_tonearm() {',
    '  local curcontext="$curcontext" state line',
    "  _arguments -C '(- 1 *)'{-h,--help}'[tells what there is]' '(- 1 *)'{-V,--version}'[prints the version]' \\",
    `    '1:command:${toChoices(all)}' '*::word:->rest'`,
    '  [[ $state == rest ]] || return',
    '  curcontext="${curcontext%:*}-$words[1]:"',
    '  case $words[1] in',
    ...commands.map(command => `    ${command.name}) _arguments ${toArguments(command)} ;;`),
    `    ${help.name}) if [[ $words[2] == ${ctl.name} && $CURRENT -gt 2 ]]; then _arguments '1: :' '2:verb:${toChoices(verbs)}'`,
    `      else _arguments ${help.flags.map(toSpec).join(' ')} '1:command:${toChoices(all)}'; fi ;;`,
    `    ${ctl.name})`,
    // Find the verb first, so that its own options are known wherever they stand.
    '      local at verb=""',
    '      local -a valued common',
    `      valued=(${namesOf(findValued(verbs)).join(' ')})`,
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

/** Returns a specification such as `'2:word:(on off)'`; without choices, any words may follow. */
function toWords({ words }: Completable, place: number): string {
  return words.length === 0 ? `'*:word:()'` : `'${place}:word:(${words.join(' ')})'`;
}

/** Returns an option specification for `_arguments`, such as `'--port=[the port]:value:(a b)'`. */
function toSpec({ name, summary, values, isList }: Flag): string {
  const text = `[${summary.replaceAll(/[[\]]/g, '').replaceAll(':', ';').replaceAll("'", '’')}]`;
  if (values === null) return `'${name}${text}'`;
  const choices = isList ? `_values -s , value ${values.join(' ')}` : `(${values.join(' ')})`;
  return `'${name}=${text}:value:${values.length === 0 ? ' ' : choices}'`;
}

/** Returns choices with descriptions: `((name\:"what it does" …))`. */
function toChoices(entries: readonly Completable[]): string {
  const choices = entries.map(({ name, summary }) => {
    const text = summary
      .replaceAll(/["\\]/g, ' ')
      .replaceAll(':', ';')
      .replaceAll("'", '’')
      .replaceAll(/[()]/g, '');
    return `${name}\\:"${text}"`;
  });
  return `((${choices.join(' ')}))`;
}
