import type { PageRequest } from '../contract/ports.js';
import { createPageWords, languageOf } from '../words/page-words.js';

const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
];

/** The order matters: most browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/**
 * Returns a name for the browser in the list of clients, such as `Safari on iPhone`, in the browser's language. It
 * never contains a part of the header itself.
 */
export function toBrowserName(request: Pick<PageRequest, 'userAgent' | 'acceptLanguage'>): string {
  const { userAgent } = request;
  const { say } = createPageWords(languageOf(request));
  const find = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const device = find(DEVICES);
  const browser = find(BROWSERS);
  if (browser === undefined) return device ?? say('webBrowser');
  return device === undefined ? browser : say('browserOn', { browser, device });
}
