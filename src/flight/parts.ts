/** Lines in parts that each begin with a snapshot; when space runs out, the oldest part is dropped as a whole. */
export interface Parts {
  begin(snapshot: string): void;
  write(line: string): void;
  /** Characters after the newest snapshot; null if there is none yet. */
  readonly written: number | null;
  lines(): string[];
  /** The lines without the snapshots. */
  decisions(): string[];
}

interface RecordPart {
  readonly lines: string[];
  size: number;
}

/** `kept`: the most characters held, although the newest part is never dropped. */
export function createParts(kept: number): Parts {
  const parts: RecordPart[] = [];
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
