/** The newest of mpv's warnings, used to explain a failure. */
export interface LogTail {
  /** Number of lines ever added. */
  readonly count: number;
  add(line: string): void;
  readonly newest: readonly string[];
  /** Returns those of the kept lines that came after the first `count`. */
  since(count: number): readonly string[];
}

export function createLogTail(kept = 20): LogTail {
  let lines: readonly string[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    get newest() {
      return lines;
    },
    add(line) {
      lines = [...lines.slice(1 - kept), line];
      count += 1;
    },
    since: first => lines.slice(Math.max(0, lines.length - (count - first))),
  };
}
