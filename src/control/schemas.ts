import Type, { type TSchema } from 'typebox';
import { SILENCE_REASONS } from '../core/public-state.js';

/** Shapes of the control API (contract, section 4): they check what clients send and type what is answered. */

function choice<const V extends readonly (string | number | null)[]>(...values: V) {
  // Who generates code from the documents needs to be told what is evident.
  const isText = values.every(value => typeof value === 'string');
  return Type.Unsafe<V[number]>({ ...(isText && { type: 'string' }), enum: values });
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

export const volume = Type.Integer({ minimum: 0, maximum: 100 });
export const volumeOffset = Type.Integer({ minimum: -100, maximum: 100 });

export const sourceId = Type.String({
  maxLength: 256,
  pattern: `^[A-Z]{2}(:[^:${CONTROL}]+)+$`,
  description: 'two capital letters, then parts, each after a colon, such as ST:123',
});

export const none = Type.Object({});

export const revision = Type.Object({ revision: Type.Integer() });

/** A word of the service's own enumerations, such as ST or ADDED_TIME. */
const word = Type.String({
  maxLength: 64,
  pattern: '^[_A-Z][_0-9A-Z]*$',
  description: 'capital letters, digits and underscores',
});

export const words = Type.Array(word, { minItems: 1, maxItems: 32 });
export const sortWord = word;
export const thumb = choice('UP', 'DOWN');
export const thumbOrNull = choice('UP', 'DOWN', null);

/** Members that every list takes; `offset` is ignored by the service when `cursor` is given. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
};

export const libraryItem = Type.Object({
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  artist: Type.Optional(Type.String()),
  album: Type.Optional(Type.String()),
  podcast: Type.Optional(Type.String()),
  artUrl: Type.Optional(Type.String()),
  durationMs: Type.Optional(Type.Integer()),
  releaseDate: Type.Optional(Type.String()),
});

export const libraryPage = Type.Object({
  items: Type.Array(libraryItem),
  cursor: Type.Optional(Type.String()),
});

const nullableString = Type.Union([Type.String(), Type.Null()]);

export const feedbackItem = Type.Object({
  target: libraryItem,
  sourceContext: Type.Union([
    Type.Object({ id: Type.String(), type: Type.String(), name: Type.Optional(Type.String()) }),
    Type.Null(),
  ]),
});

export const feedbackPage = Type.Object({
  items: Type.Array(feedbackItem),
  cursor: Type.Optional(Type.String()),
});

export const profile = Type.Object({
  id: Type.String(),
  fullname: nullableString,
  displayName: Type.String(),
  bio: nullableString,
  imageUrl: nullableString,
  private: Type.Boolean(),
  followers: Type.Array(Type.Object({ fullname: Type.String() })),
  following: Type.Array(Type.Object({ fullname: Type.String(), isBeingFollowed: Type.Boolean() })),
});

export const publicItem = Type.Object({
  kind: choice('track', 'episode', 'ad', 'message', 'unknown'),
  index: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String(),
  artist: Type.Optional(Type.String()),
  album: Type.Optional(Type.String()),
  podcast: Type.Optional(Type.String()),
  artUrl: Type.Optional(Type.String()),
  durationMs: Type.Optional(Type.Integer()),
  feedback: thumbOrNull,
  interactions: Type.Array(Type.String()),
});

export const publicState = Type.Object({
  pairing: choice('paired', 'unpaired'),
  playbackStatus: choice('playing', 'paused', 'stopped'),
  buffering: Type.Boolean(),
  silenceReason: choice(...SILENCE_REASONS, null),
  notice: Type.Union([
    Type.Object({ code: Type.String(), title: Type.Optional(Type.String()), message: Type.String() }),
    Type.Null(),
  ]),
  source: Type.Union([
    Type.Object({ id: Type.String(), type: Type.String(), name: Type.Optional(Type.String()) }),
    Type.Null(),
  ]),
  item: Type.Union([publicItem, Type.Null()]),
  position: Type.Object({ positionMs: Type.Integer(), atMs: Type.Integer(), rate: choice(0, 1) }),
  volume,
  muted: Type.Boolean(),
  can: Type.Object({
    play: Type.Boolean(),
    pause: Type.Boolean(),
    next: Type.Boolean(),
    previous: Type.Boolean(),
    replay: Type.Boolean(),
    seek: Type.Boolean(),
    feedback: Type.Boolean(),
  }),
});

const moment = { revision: Type.Integer(), nowMs: Type.Integer() };

export const snapshot = Type.Object({ ...moment, state: publicState });

export const cause = Type.Object({
  client: Type.String(),
  method: Type.String(),
  commandId: Type.Optional(Type.String()),
});

/** The changed members of the state, each whole. */
export const changedMembers = Type.Partial(publicState);

export const change = Type.Object({
  revision: Type.Integer(),
  changes: changedMembers,
  cause: Type.Optional(cause),
});

/** The params of `state.changed`. */
export const stateChange = Type.Object({
  ...moment,
  changes: changedMembers,
  cause: Type.Optional(cause),
});

/** The params of `server.hello`. */
export const hello = Type.Object({
  protocol: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
  deviceUuid: Type.String(),
  name: Type.String(),
  version: Type.String(),
  auth: choice('token', 'none'),
  pairing: choice('paired', 'unpaired'),
  nowMs: Type.Integer(),
});

export const clientEntry = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdMs: Type.Integer(),
  lastSeenMs: Type.Optional(Type.Integer()),
  self: Type.Optional(Type.Literal(true)),
});

/** What `state.subscribe` answers to a client that was here before. */
export const catchUp = Type.Object({
  ...moment,
  changes: Type.Array(change),
});

export const systemInfo = Type.Object({
  versions: Type.Object({ tonearm: Type.String(), node: Type.String(), mpv: nullableString }),
  deviceUuid: Type.String(),
  name: Type.String(),
  uptimeMs: Type.Integer(),
  serviceProfile: choice('auto', 'core', 'full'),
});
