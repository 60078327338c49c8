import { closeSync, openSync, readSync, statSync } from 'node:fs';

const LONGEST_SCRIPT = 4_096;

/** Returns the named pipes that a script in mpv's place mentions, where its sound goes (docs/snapcast.md). */
export function listPipes(program: string): string[] {
  const text = Buffer.alloc(LONGEST_SCRIPT);
  try {
    const file = openSync(program, 'r');
    try {
      readSync(file, text);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
  if (text.toString('latin1', 0, 2) !== '#!') return [];
  const named = text.toString('utf8').match(/\/[\w./@:+-]+/g) ?? [];
  return [...new Set(named)].filter(isPipe);
}

export function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}
