import { StringDecoder } from 'node:string_decoder';

/** Ten thousand times the length of a usual line, and a small part of a small board's memory. */
const longestLine = 4 * 1024 * 1024;

export interface LineBuffer {
  /** Returns the lines that this chunk completes, without line ends. Throws if a line exceeds the limit. */
  push(chunk: Buffer): string[];
}

/** Assembles lines from chunks split anywhere, even within a character. The limit counts UTF-16 units. */
export function createLineBuffer(limit = longestLine): LineBuffer {
  const decoder = new StringDecoder('utf8');
  // Pieces are joined only when their line ends: joining at each chunk would copy a long line again and again.
  let pieces: string[] = [];
  let size = 0;

  return {
    push(chunk) {
      const [first = '', ...rest] = decoder.write(chunk).split('\n');
      pieces.push(first);
      size += first.length;
      if (size > limit) throw new Error(`a line is longer than ${limit} characters`);
      const last = rest.pop();
      if (last === undefined) return [];
      const lines = [pieces.join(''), ...rest];
      pieces = [last];
      size = last.length;
      return lines;
    },
  };
}
