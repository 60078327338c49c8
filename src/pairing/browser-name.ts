import type { PageRequest } from '../ports.js';
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

/** Order counts: most browsers name the ones they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** A name for a browser in the list of admitted clients, such as `Safari on iPhone`; never a part of the header itself; in its language. */
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
