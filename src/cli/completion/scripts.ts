/** A word that can be completed, and what may follow it. */
interface Completable {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
}

export interface Completions {
  readonly commands: readonly Completable[];
  /** The one command that has words of its own between itself and its options. */
  readonly ctl: Completable;
  readonly verbs: readonly Completable[];
}

/** For bash 4 and newer, without its completion package. */
export function toBash({ commands, ctl, verbs }: Completions): string {
  const names = [...commands, ctl].map(({ name }) => name);
  return [
    '# Completion of tonearm for bash, made by "tonearm completion bash".',
    '_tonearm() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" words=""',
    '  case "${COMP_CWORD}:${COMP_WORDS[1]}:${COMP_WORDS[2]}" in',
    `    1:*) words="${[...names, '--help', '--version'].join(' ')}" ;;`,
    `    2:${ctl.name}:*) words="${[...verbs.map(({ name }) => name), ...ctl.words].join(' ')}" ;;`,
    ...verbs.map(({ name, words }) => `    *:${ctl.name}:${name}) words="${words.join(' ')}" ;;`),
    `    *:${ctl.name}:*) words="${ctl.words.join(' ')}" ;;`,
    ...commands.map(({ name, words }) => `    *:${name}:*) words="${words.join(' ')}" ;;`),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -F _tonearm tonearm',
    '',
  ].join('\n');
}

/** For zsh's own completion system. */
export function toZsh({ commands, ctl, verbs }: Completions): string {
  return [
    '#compdef tonearm',
    '# Completion of tonearm for zsh, made by "tonearm completion zsh".',
    '_tonearm() {',
    '  local -a choices',
    '  case "${CURRENT}:${words[2]}:${words[3]}" in',
    `    2:*) choices=(${toChoices([...commands, ctl])} --help --version) ;;`,
    `    3:${ctl.name}:*) choices=(${toChoices(verbs)} ${ctl.words.join(' ')}) ;;`,
    ...verbs.map(({ name, words }) => `    *:${ctl.name}:${name}) choices=(${words.join(' ')}) ;;`),
    `    *:${ctl.name}:*) choices=(${ctl.words.join(' ')}) ;;`,
    ...commands.map(({ name, words }) => `    *:${name}:*) choices=(${words.join(' ')}) ;;`),
    '  esac',
    "  _describe 'tonearm' choices",
    '}',
    'if [ "$funcstack[1]" = "_tonearm" ]; then _tonearm "$@"; else compdef _tonearm tonearm; fi',
    '',
  ].join('\n');
}

/** `'name:what it does'`; a colon within would end the name. */
function toChoices(entries: readonly Completable[]): string {
  return entries
    .map(({ name, summary }) => `'${name}:${summary.replaceAll(':', ' ').replaceAll("'", '’')}'`)
    .join(' ');
}
