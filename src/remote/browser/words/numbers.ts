/** Number formats of a language. */
export interface Numbers {
  /** Formats a percentage from 0 to 100, such as `40 %`. */
  readonly percent: (value: number) => string;
  /** Formats an amount with its unit, such as `3 hours`. */
  readonly amount: (count: number, unit: Unit) => string;
  /** Formats a number with at least `least` digits, without grouping. */
  readonly digits: (value: number, least: number) => string;
}

export type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Caches the values of `make`, which run on first use because each formatter costs a phone time. */
function late<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return key => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

export function createNumbers(tag: string): Numbers {
  const percents = late(() => new Intl.NumberFormat(tag, { style: 'percent' }));
  const units = late(
    (unit: Unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }),
  );
  const plain = late(
    (least: number) => new Intl.NumberFormat(tag, { minimumIntegerDigits: least, useGrouping: false }),
  );
  return {
    percent: value => percents('').format(value / 100),
    amount: (count, unit) => units(unit).format(count),
    // Chromium's first number format delays the first view. Only Arabic has other digits than 0 to 9, in some regions.
    digits: (value, least) =>
      tag.startsWith('ar') ? plain(least).format(value) : String(value).padStart(least, '0'),
  };
}
