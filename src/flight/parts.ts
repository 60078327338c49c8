/** Lines in parts that begin with a snapshot each; where there is no room the oldest part goes, whole. */
export interface Parts {
  begin(snapshot: string): void;
  write(line: string): void;
  /** Characters behind the newest snapshot; null: there is none yet. */
  readonly written: number | null;
  lines(): string[];
  /** The same without snapshots. */
  decisions(): string[];
}

interface Part {
  readonly lines: string[];
  size: number;
}

/** `kept`: characters at most; but never less than the newest part. */
export function createParts(kept: number): Parts {
  const parts: Part[] = [];
  let size = 0;

  function write(line: string): void {
    const part = parts.at(-1);
    if (part === undefined) return;
    part.lines.push(line);
    part.size += line.length;
    size += line.length;
    while (size > kept && parts.length > 1) size -= parts.shift()?.size ?? 0;
  }

  return {
    begin(snapshot) {
      parts.push({ lines: [], size: 0 });
      write(snapshot);
    },
    write,
    get written() {
      const part = parts.at(-1);
      return part === undefined ? null : part.size - (part.lines[0]?.length ?? 0);
    },
    lines: () => parts.flatMap(({ lines }) => lines),
    decisions: () => parts.flatMap(({ lines }) => lines.slice(1)),
  };
}
