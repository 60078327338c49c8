/** Readers of untrusted JSON: each returns the typed value or throws a `ControlError` that names the member. */
import type { Fields, ObjectSchema, Read, Schema, Shape } from '../contract/shape.js';
import { ControlError } from './control-error.js';

type Either = Extract<Schema, { readonly anyOf: unknown }>['anyOf'];

function wrong(name: string, wanted: string): ControlError {
  return new ControlError('malformed', `${name} is not ${wanted}.`);
}

export const fields: Read<Fields> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object');
  return value as Fields;
};

const text: Read<string> = (value, name) => {
  if (typeof value !== 'string') throw wrong(name, 'a string');
  return value;
};

export const number: Read<number> = (value, name) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'a number');
  return value;
};

const flag: Read<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw wrong(name, 'a boolean');
  return value;
};

/** Returns a reader for the shape; it drops members that the shape does not declare. */
export function readerOf<T>(shape: Shape<T>): Read<T> {
  return (value, name) => read(shape, value, name) as T;
}

function read(schema: Schema, value: unknown, name: string): unknown {
  if ('anyOf' in schema) return readEither(schema.anyOf, value, name);
  if ('enum' in schema) {
    if (!(schema.enum as readonly unknown[]).includes(value))
      throw wrong(name, `one of ${schema.enum.map(String).join(', ')}`);
    return value;
  }
  switch (schema.type) {
    case 'string':
      return text(value, name);
    case 'integer':
      return number(value, name);
    case 'boolean':
      return flag(value, name);
    case 'array':
      if (!Array.isArray(value)) throw wrong(name, 'a list');
      return value.map((entry: unknown, index) => read(schema.items, entry, `${name}[${index}]`));
    case 'object':
      return members(schema, fields(value, name));
  }
}

function readEither([one, other]: Either, value: unknown, name: string): unknown {
  if ('type' in other && other.type === 'null') return value === null ? null : read(one, value, name);
  const isOther = 'required' in one && one.required.some(member => fields(value, name)[member] === undefined);
  return read(isOther ? other : one, value, name);
}

function members({ properties, required }: ObjectSchema, from: Fields): Fields {
  if (properties === undefined) return from;
  const isThere = ([name, schema]: readonly [string, Schema]): boolean => {
    const value = from[name];
    if (required?.includes(name) === true) return true;
    // If some members are required, null in an optional one counts as absent; if all are optional, null is a value.
    return value !== undefined && (value !== null || required === undefined || allowsNull(schema));
  };
  const present = Object.entries(properties).filter(isThere);
  return Object.fromEntries(present.map(([name, schema]) => [name, read(schema, from[name], name)]));
}

function allowsNull(schema: Schema): boolean {
  return 'anyOf' in schema || ('enum' in schema && schema.enum.includes(null));
}
