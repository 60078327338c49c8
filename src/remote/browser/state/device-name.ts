import type { PlainKey } from '../words/catalogue.js';
import type { Words } from '../words/words.js';

const DEVICES: readonly (readonly [RegExp, { readonly name: string } | { readonly key: PlainKey }])[] = [
  [/iPhone/, { name: 'iPhone' }],
  [/iPad/, { name: 'iPad' }],
  [/Android.*Mobile/, { key: 'device.androidPhone' }],
  [/Android/, { key: 'device.androidTablet' }],
  [/CrOS/, { name: 'Chromebook' }],
  [/Mac OS X/, { name: 'Mac' }],
  [/Windows/, { key: 'device.windows' }],
  [/Linux/, { key: 'device.linux' }],
];

/** Returns a suggested name for this device, used until its owner enters another one. */
export function suggestedName({ say }: Words, userAgent: string): string {
  const found = DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? { key: 'device.browser' };
  return 'name' in found ? found.name : say(found.key);
}
