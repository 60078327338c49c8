import { type Completable, type Completions, FILES, findValued, flagsOf, namesOf } from './completable.js';

const GLOBAL = ['--help', '--version'];

/** Returns the completion script for bash 4 and newer, which does not need the bash-completion package. */
export function toBash({ commands, ctl, verbs, help }: Completions): string {
  const all = [...commands, ctl, help];
  const valued = findValued([...all, ...verbs]);
  const choices = namesOf(valued).flatMap(name => valued.find(flag => flag.name === name) ?? []);
  const listed = choices.filter(({ isList }) => isList);
  const takers = commands.filter(({ words }) => words === FILES).map(({ name }) => `${name}:`);
  return [
    '# Completion of tonearm for bash, made by "tonearm completion bash".',
    '_tonearm() {',
    '  local -a said=()',
    '  local word option="" command="" verb="" words="" before="" at count=0',
    // Bash splits --url=http://kitchen into five words.
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
    `      ${namesOf(valued).join('|')}) option="$word" ;;`,
    '      -*) ;;',
    '      *)',
    '        if [[ -z $command ]]; then command="$word"',
    `        elif [[ $command == @(${ctl.name}|${help.name}) && -z $verb ]]; then verb="$word"`,
    '        else count=1; fi ;;',
    '    esac',
    '  done',
    '  if [[ $current == --*=* ]]; then option="${current%%=*}"; current="${current#*=}"; fi',
    '  case "$option:$command:$verb:$count" in',
    ...choices
      .filter(({ values }) => values.length > 0)
      .map(({ name, values }) => `    ${name}:*) words="${values.join(' ')}" ;;`),
    '    ?*) [[ -n $option ]] || case "$command:$verb:$count" in',
    // Nothing follows --help or --version.
    `      ::*) ((\${#said[@]} > 1)) || words="${[...namesOf(all), ...GLOBAL].join(' ')}" ;;`,
    `      ${ctl.name}::*) words="${[...namesOf(verbs), ...flagsOf(ctl)].join(' ')}" ;;`,
    `      ${help.name}::*) words="${[...namesOf(all), ...flagsOf(help)].join(' ')}" ;;`,
    `      ${help.name}:${ctl.name}:0) words="${namesOf(verbs).join(' ')}" ;;`,
    ...toCases([
      ...verbs.map(verb => ({ place: `${ctl.name}:${verb.name}`, ...verb })),
      ...commands.map(command => ({ place: `${command.name}:`, ...command })),
    ]),
    '    esac ;;',
    '  esac',
    // Keep the part before the last comma of a list.
    `  case "$option" in ${namesOf(listed).join('|')})`,
    '    [[ $current != *,* ]] || before="${current%,*},"',
    '    current="${current##*,}"; compopt -o nospace 2> /dev/null ;;',
    '  esac',
    '  COMPREPLY=($(compgen -P "$before" -W "$words" -- "$current"))',
    `  case "$command:$option" in ${takers.join('|')}) mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;; esac`,
    '}',
    'complete -F _tonearm tonearm',
  ].join('\n');
}

/** Returns the `case` lines; places with the same following words share a line. */
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
