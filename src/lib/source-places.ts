import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a stack, in any file that may have a source map beside it. */
const PLACE = /((?:file:\/\/)?\/[^\s():]+\.js):(\d+):(\d+)/g;
/** How many places are cached: an error that recurs must not read the map each time. */
const MOST_KNOWN = 256;

/**
 * Returns a function that replaces places of a bundle in a stack by those of its sources, as `src/lib/log.ts:12:3`, and
 * leaves others unchanged. Node's `--enable-source-maps` would do this, but reads every map at the start.
 */
export function createSourcePlaces(): (stack: string) => string {
  const known = new Map<string, string>();
  return stack =>
    stack.replace(PLACE, (place, file: string, line: string, column: string) => {
      const found = known.get(place) ?? find(file, Number(line), Number(column)) ?? place;
      if (known.size < MOST_KNOWN) known.set(place, found);
      return found;
    });
}

function find(file: string, line: number, column: number): string | null {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const payload = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload;
    const entry = new SourceMap(payload).findEntry(line - 1, column - 1);
    if (!('originalSource' in entry)) return null;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  } catch {
    return null;
  }
}
