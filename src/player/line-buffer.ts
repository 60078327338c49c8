import { StringDecoder } from 'node:string_decoder';

/** Ten thousand times an ordinary line, and a small part of a small board's memory. */
const longestLine = 4 * 1024 * 1024;

export interface LineBuffer {
  /** The lines that this chunk completes, without their ends. Throws when a line never ends. */
  push(chunk: Buffer): string[];
}

/** Puts lines together from pieces torn anywhere, also in the middle of a character. */
export function createLineBuffer(limit = longestLine): LineBuffer {
  const decoder = new StringDecoder('utf8');
  // Pieces are joined only when their line ends: joining at every chunk would copy a long line over and over.
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
