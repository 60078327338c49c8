// One line of MPD's protocol, split into words as MPD 0.23 splits it: mpc and ncmpcpp quote every argument, ymuse and
// mpd-api leave a space behind.

/** What is wrong with a line; the text is the sentence that MPD says after `ACK [5@0] {}`. */
export type Unreadable = { wrong: string };

const GAP = /[ \t\r]*/y;
const COMMAND = /[a-z][a-z0-9_]*(?=[ \t\r]|$)/y;
const PLAIN = /[^ \t\r"']+(?=[ \t\r]|$)/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y;

/** Whether a line may be a command. MPD closes the connection at any other (`GET /` among them) without a word. */
export const isCommandLine = (line: string): boolean => /^[a-z]/.test(line);

/**
 * Splits a line, without its line feed, into the command and its arguments (contract, section 7).
 *
 * @returns the words, the command first, or what is wrong with the line
 */
export function splitLine(line: string): string[] | Unreadable {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    at = found === null ? at : pattern.lastIndex;
    return found;
  };
  const command = take(COMMAND);
  if (command === null) return { wrong: 'Invalid word character' };
  const words = [command[0]];
  for (take(GAP); at < line.length; take(GAP)) {
    const isQuoted = line[at] === '"';
    const word = take(isQuoted ? QUOTED : PLAIN);
    if (word === null) return { wrong: isQuoted ? "Missing closing '\"'" : 'Invalid unquoted character' };
    if (isQuoted && !/^[ \t\r]?$/.test(line.slice(at, at + 1)))
      return { wrong: "Space expected after closing '\"'" };
    words.push(word[1]?.replace(/\\([^])/g, '$1') ?? word[0]);
  }
  return words;
}
