/** Numbers as a language writes them. */
export interface Numbers {
  /** `40 %`, of 0 to 100. */
  readonly percent: (value: number) => string;
  /** `3 hours`. */
  readonly amount: (count: number, unit: Unit) => string;
  /** Of at least so many digits, without marks between thousands. */
  readonly digits: (value: number, least: number) => string;
}

export type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Made when first used: a phone pays for each of them. */
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
    digits: (value, least) => plain(least).format(value),
  };
}
