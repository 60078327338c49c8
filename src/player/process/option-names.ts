/** Options that a later mpv has renamed: the name that every tested mpv knows, and the new one, known since 0.40. */
const RENAMED: ReadonlyMap<string, string> = new Map([['--load-osd-console', '--load-console']]);
/** mpv exits at once over an option that it does not know and, as it has no terminal, without a word. */
const UNKNOWN_OPTION = 'exited with 1';

/** The names by which the player is given its options. To learn its version would take a start of its own. */
export interface OptionNames {
  /** Returns the arguments by the names in use. */
  of(args: readonly string[]): readonly string[];
  /** Changes to the other names if the exit detail may be that of an unknown option; true for the new names. */
  giveUp(detail: string): boolean;
}

export function createOptionNames(): OptionNames {
  let isNew = false;
  return {
    of: args => (isNew ? args.map(toNew) : args),
    giveUp(detail) {
      if (detail !== UNKNOWN_OPTION) return false;
      isNew = !isNew;
      return isNew;
    },
  };
}

function toNew(arg: string): string {
  const [name = ''] = arg.split('=', 1);
  return (RENAMED.get(name) ?? name) + arg.slice(name.length);
}
