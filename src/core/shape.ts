/**
 * What a value looks like, said once: a JSON Schema that knows its type. Types (`TypeOf`), the reader of the client and the
 * documents of the control API follow from it.
 */
export type Schema =
  | { readonly type: 'string' | 'boolean' }
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type?: 'string'; readonly enum: readonly (string | number | null)[] }
  | { readonly anyOf: readonly [Schema, { readonly type: 'null' }] }
  | { readonly type: 'array'; readonly items: Schema }
  | {
      readonly type: 'object';
      readonly required?: readonly string[];
      readonly properties: Readonly<Record<string, Schema>>;
    };

/** Never there: it only carries the type. */
declare const is: unique symbol;

export type Shape<T> = Schema & { readonly [is]?: T };

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

interface Optional<T> {
  readonly optional: Shape<T>;
}
type Members = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>;
type NamesOfOptional<M> = { [K in keyof M]: M[K] extends Optional<unknown> ? K : never }[keyof M];
type ObjectOf<M> = {
  readonly [K in Exclude<keyof M, NamesOfOptional<M>>]: TypeOf<M[K]>;
} & { readonly [K in NamesOfOptional<M>]?: M[K] extends Optional<infer T> ? T : never };
/** The same members, shown as one object. */
type Plain<T> = { readonly [K in keyof T]: T[K] };

export const TEXT: Shape<string> = { type: 'string' };
/** Whole numbers; lengths and positions are milliseconds. */
export const INTEGER: Shape<number> = { type: 'integer' };
export const FLAG: Shape<boolean> = { type: 'boolean' };

export function oneOf<const V extends readonly (string | number | null)[]>(...values: V): Shape<V[number]> {
  // Who generates code from the documents needs to be told what is evident.
  const isText = values.every(value => typeof value === 'string');
  return { ...(isText && { type: 'string' }), enum: values };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return { anyOf: [shape, { type: 'null' }] };
}

export function listOf<T>(shape: Shape<T>): Shape<readonly T[]> {
  return { type: 'array', items: shape };
}

/** A member that may be missing. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

export function object<const M extends Members>(members: M): Shape<Plain<ObjectOf<M>>> {
  const all = Object.entries<Members[string]>(members);
  return {
    type: 'object',
    required: all.flatMap(([name, member]) => ('optional' in member ? [] : [name])),
    properties: Object.fromEntries(
      all.map(([name, member]) => [name, 'optional' in member ? member.optional : member]),
    ),
  };
}

/** Any of the members, each whole. */
export function someOf<T>(shape: Shape<T>): Shape<Partial<T>> {
  return { type: 'object', properties: 'properties' in shape ? shape.properties : {} };
}
