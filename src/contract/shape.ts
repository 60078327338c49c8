/**
 * The shape of a value, declared once: a JSON Schema that carries its TypeScript type. Types (`TypeOf`), the client's
 * reader and the documents of the control API are derived from it.
 */
export type Schema = { readonly description?: string } & (
  | { readonly type: 'boolean' }
  | {
      readonly type: 'string';
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly pattern?: string;
    }
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type?: 'string'; readonly enum: readonly (string | number | null)[] }
  | { readonly anyOf: readonly [Schema, Schema | { readonly type: 'null' }] }
  | {
      readonly type: 'array';
      readonly items: Schema;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | ObjectSchema
);

export interface ObjectSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly required?: readonly string[];
  /** Absent if any members are allowed. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Exactly one of these applies. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
}

/** Exists only in the type system, to carry the type. */
declare const is: unique symbol;

export interface Typed<T> {
  readonly [is]?: T;
}

export type Shape<T> = Schema & Typed<T>;
export type ObjectShape<T> = ObjectSchema & Typed<T>;

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

interface Optional<T> {
  readonly optional: Shape<T>;
}
type Members = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>;
type NamesOfOptional<M> = { [K in keyof M]: M[K] extends Optional<unknown> ? K : never }[keyof M];
type ObjectOf<M> = {
  readonly [K in Exclude<keyof M, NamesOfOptional<M>>]: TypeOf<M[K]>;
} & { readonly [K in NamesOfOptional<M>]?: M[K] extends Optional<infer T> ? T : never };
/** Merges an intersection into one plain object type. */
type Plain<T> = { readonly [K in keyof T]: T[K] };

export const TEXT: Shape<string> = { type: 'string' };
/** Whole numbers; lengths and positions are milliseconds. */
export const INTEGER: Shape<number> = { type: 'integer' };
export const FLAG: Shape<boolean> = { type: 'boolean' };
/** The highest volume; volumes are percent. */
export const LOUDEST = 100;
export const VOLUME: Shape<number> = { type: 'integer', minimum: 0, maximum: LOUDEST };
/** Control characters, in a notation that every regular expression dialect accepts: `\p{Cc}` needs a flag in some. */
export const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';

export function oneOf<const V extends readonly (string | number | null)[]>(...values: V): Shape<V[number]> {
  // Code generators need the type stated even though the values imply it.
  const isText = values.every(value => typeof value === 'string');
  return { ...(isText && { type: 'string' }), enum: values };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return { anyOf: [shape, { type: 'null' }] };
}

/** Either shape: the first whose required members are all present. */
export function eitherShape<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return { anyOf: [one, other] };
}

export function listOf<T>(
  shape: Shape<T>,
  size: { readonly minItems?: number; readonly maxItems?: number } = {},
): Shape<readonly T[]> {
  return { type: 'array', items: shape, ...size };
}

/** A member that may be missing. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

export function object<const M extends Members>(members: M): ObjectShape<Plain<ObjectOf<M>>> {
  const all = Object.entries<Members[string]>(members);
  const required = all.flatMap(([name, member]) => ('optional' in member ? [] : [name]));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      all.map(([name, member]) => [name, 'optional' in member ? member.optional : member]),
    ),
  };
}

export const NOTHING = object({});

/** Exactly one of two numbers. */
export function eitherOf<const A extends string, const B extends string>(
  [a, shapeOfA]: readonly [A, Shape<number>],
  [b, shapeOfB]: readonly [B, Shape<number>],
): ObjectShape<{ readonly [K in A]: number } | { readonly [K in B]: number }> {
  return {
    type: 'object',
    description: `${a} or ${b}`,
    properties: { [a]: shapeOfA, [b]: shapeOfB },
    oneOf: [{ required: [a] }, { required: [b] }],
  };
}

/** The same object with all members optional. */
export function someOf<T>({ properties = {} }: ObjectShape<T>): ObjectShape<Partial<T>> {
  return { type: 'object', properties };
}

/** An object of JSON whose members are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads a value that is not checked yet; `at` is its path, for the message. Throws if it is not a `T`. */
export type Read<T> = (value: unknown, at: string) => T;
