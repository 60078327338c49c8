import Type, { type TSchema } from 'typebox';
import { VOLUME } from '../core/public-state.js';
import { FEEDBACKS } from '../core/item.js';
import { oneOf, type Shape } from '../core/shape.js';

/** Shapes of the control API (contract, section 4): they check what clients send and type what is answered. */

/** What an answer looks like, for the table of methods. */
export function asSchema<T>(shape: Shape<T>) {
  return Type.Unsafe<T>(shape);
}

type Either<A extends string, B extends string> =
  | ({ readonly [K in A]: number } & { readonly [K in B]?: undefined })
  | ({ readonly [K in A]?: undefined } & { readonly [K in B]: number });

/** An object with exactly one of two numbers. */
export function eitherOf<const A extends string, const B extends string>(
  [a, schemaOfA]: readonly [A, TSchema],
  [b, schemaOfB]: readonly [B, TSchema],
) {
  return Type.Unsafe<Either<A, B>>({
    type: 'object',
    description: `${a} or ${b}`,
    properties: { [a]: schemaOfA, [b]: schemaOfB },
    oneOf: [{ required: [a] }, { required: [b] }],
  });
}

/** Control characters as every dialect of patterns knows them: not all take `\p{Cc}`, which needs a flag of its own. */
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';

/** 1 to 64 characters without control characters. */
export const name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: `^[^${CONTROL}]*$`,
  description: '1 to 64 characters, no control characters',
});

/** What a client may call a command, so that sending it again does not do it again. */
const COMMAND_ID_CHARACTERS = 128;
const commandId = Type.String({
  minLength: 1,
  maxLength: COMMAND_ID_CHARACTERS,
});

/** The same object schema with an optional `commandId`. */
export function withCommandId<P extends TSchema>(params: P): P {
  const { properties } = params as P & { readonly properties?: object };
  return { ...params, properties: { ...properties, commandId } };
}

/** The `commandId` that these unchecked params bear; undefined where there is none, or it will be refused. */
export function findCommandId(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('commandId' in params)) return undefined;
  const { commandId: id } = params;
  // Counted in halves of characters, hence twice the bound.
  return typeof id === 'string' && id !== '' && id.length <= 2 * COMMAND_ID_CHARACTERS ? id : undefined;
}

const largest = Number.MAX_SAFE_INTEGER;

/** Milliseconds, whole. */
export const wholeMs = Type.Integer({ minimum: -largest, maximum: largest });

export const volume = asSchema(VOLUME);
export const volumeOffset = Type.Integer({ minimum: -100, maximum: 100 });

export const sourceId = Type.String({
  maxLength: 256,
  pattern: `^[A-Z]{2}(:[^:${CONTROL}]+)+$`,
  description: 'two capital letters, then parts, each after a colon, such as ST:123',
});

export const none = Type.Object({});

/** A word of the service's own enumerations, such as ST or ADDED_TIME. */
const word = Type.String({
  maxLength: 64,
  pattern: '^[_A-Z][_0-9A-Z]*$',
  description: 'capital letters, digits and underscores',
});

export const words = Type.Array(word, { minItems: 1, maxItems: 32 });
export const sortWord = word;
export const thumb = asSchema(oneOf(...FEEDBACKS));
export const thumbOrNull = asSchema(oneOf(...FEEDBACKS, null));

/** Members that every list takes; `offset` is ignored by the service when `cursor` is given. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
};
