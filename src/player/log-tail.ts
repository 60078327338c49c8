/** The newest of mpv's warnings, to explain a failure with. */
export interface LogTail {
  /** How many lines there have ever been. */
  readonly count: number;
  add(line: string): void;
  /** Those of the kept lines that came after the first `count`. */
  since(count: number): readonly string[];
}

export function createLogTail(kept = 20): LogTail {
  let lines: readonly string[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(line) {
      lines = [...lines.slice(1 - kept), line];
      count += 1;
    },
    since: first => lines.slice(Math.max(0, lines.length - (count - first))),
  };
}
