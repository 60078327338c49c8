import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a stack, of any file that may have a map beside it. */
const PLACE = /((?:file:\/\/)?\/[^\s():]+\.js):(\d+):(\d+)/g;
/** Reading a map costs more than an error should that comes again and again. */
const MOST_KNOWN = 256;

/**
 * Names the places of a bundle in a stack by its sources, as `src/log.ts:12:3`; leaves others as they are. Node could, by
 * `--enable-source-maps`, but reads every map for it as it starts.
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
