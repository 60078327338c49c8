import type { Fields, Read } from '../contract/shape.js';

/** Reports an invalid member of a state file; the message names the member, never its content. */
export class Invalid extends Error {}

export function fieldsOf(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Invalid(`${at} is not an object`);
  }
  return value as Fields;
}

/** Reads an object by a reader for each member, in this order; unknown members are dropped, and so are undefined ones. */
export function shaped<T extends object>(members: { readonly [K in keyof T]-?: Read<T[K]> }) {
  const reads = Object.entries<Read<unknown>>(members);
  return (value: unknown, at = ''): T => {
    const fields = fieldsOf(value, at);
    const read = reads.map(([name, read]) => [name, read(fields[name], at === '' ? name : `${at}.${name}`)]);
    return Object.fromEntries(read.filter(([, member]) => member !== undefined)) as T;
  };
}

/** Reads a text of a length between these, in UTF-16 units. */
export function textOf(least: number, most = 16_384): Read<string> {
  return (value, at) => {
    if (typeof value !== 'string') throw new Invalid(`${at} is not a string`);
    if (value.length < least || value.length > most)
      throw new Invalid(`${at} has a length of ${value.length}`);
    return value;
  };
}

export const text = textOf(0);

/** Reads a finite number of at least 0: a length, position or time. JSON's 1e999 is Infinity. */
export function number(value: unknown, at: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Invalid(`${at} is not a number`);
  if (value < 0) throw new Invalid(`${at} is negative`);
  return value;
}

export function wholeNumber(value: unknown, at: string): number {
  const whole = number(value, at);
  if (!Number.isSafeInteger(whole)) throw new Invalid(`${at} is not an integer`);
  return whole;
}

/** Reads a boolean that is absent when false. */
export function orFalse(value: unknown, at: string): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw new Invalid(`${at} is not a boolean`);
  return value;
}

export function oneOf<T extends string>(words: readonly T[]): Read<T> {
  return (value, at) => {
    const word = words.find(known => known === value);
    if (word === undefined) throw new Invalid(`${at} is not one of ${words.join(', ')}`);
    return word;
  };
}

export function nullable<T>(read: Read<T>): Read<T | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

/** Reads a member that is absent when null. */
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, at) => (value === undefined ? null : nullable(read)(value, at));
}

/** Drops null members, which `orNull` restores. */
export function withoutNulls(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** Drops false members, which `orFalse` restores. */
export function withoutFalse(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== false));
}

export function arrayOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new Invalid(`${at} is not an array`);
    return value.map((entry, index) => read(entry, `${at}[${index}]`));
  };
}

/** Reads a member that may be missing. */
export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, at) => (value === undefined ? undefined : read(value, at));
}
