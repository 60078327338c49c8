import type { PlainKey } from '../words/catalogue.js';
import type { Words } from '../words/words.js';

type DevicePattern = readonly [pattern: RegExp, name: string | undefined, key?: PlainKey];

const DEVICES: readonly DevicePattern[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, undefined, 'device.androidPhone'],
  [/Android/, undefined, 'device.androidTablet'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, undefined, 'device.windows'],
  [/Linux/, undefined, 'device.linux'],
];

/** Returns a suggested name for this device, used until its owner enters another one. */
export function suggestedName({ say }: Words, userAgent: string): string {
  const [, name, key = 'device.browser'] = DEVICES.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return name ?? say(key);
}
