/** Readers of untrusted JSON: each returns the typed value or throws a `ControlError` that names the member. */
import { ControlError } from './control-error.js';

export type Fields = Readonly<Record<string, unknown>>;
export type Read<T> = (value: unknown, name: string) => T;

function wrong(name: string, wanted: string): ControlError {
  return new ControlError('malformed', `${name} is not ${wanted}.`);
}

export const fields: Read<Fields> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object');
  return value as Fields;
};

export const text: Read<string> = (value, name) => {
  if (typeof value !== 'string') throw wrong(name, 'a string');
  return value;
};

export const number: Read<number> = (value, name) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'a number');
  return value;
};

export const flag: Read<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw wrong(name, 'a boolean');
  return value;
};

export function oneOf<const T extends readonly unknown[]>(choices: T): Read<T[number]> {
  return (value, name) => {
    if (!choices.includes(value)) throw wrong(name, `one of ${choices.join(', ')}`);
    return value;
  };
}

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, name) => (value === null ? null : read(value, name));
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw wrong(name, 'a list');
    return value.map((entry: unknown, index) => read(entry, `${name}[${index}]`));
  };
}

/** An object with a member only where `value` has one: `exactOptionalPropertyTypes` wants it absent, not undefined. */
export function optional<K extends string, T>(key: K, value: unknown, read: Read<T>): Partial<Record<K, T>> {
  if (value === undefined || value === null) return {};
  return { [key]: read(value, key) } as Partial<Record<K, T>>;
}
