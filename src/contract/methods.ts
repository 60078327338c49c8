/**
 * All methods (contract, section 4, "Methods"), each declared once; server, client and documents are derived from this.
 */
import { NAME_LENGTH, UNSEEN } from './client-name.js';
import { commandShapes, type Command, type Reason } from './command.js';
import {
  FLAG,
  INTEGER,
  NOTHING,
  object,
  type ObjectShape,
  oneOf,
  optional,
  type Shape,
  TEXT,
  type TypeOf,
  VOLUME,
} from './shape.js';
import {
  COLLECTION_QUERY,
  FEEDBACK_QUERY,
  PAGE_QUERY,
  RECENT_QUERY,
  SEARCH_QUERY,
} from './library-queries.js';
import { ROLES } from './protocol.js';
import { UNREAD_RESULTS } from './unread-results.js';
import { RESULTS as MOST_RESULTS } from './results.js';

const RESULTS = { ...MOST_RESULTS, ...UNREAD_RESULTS } as const;

/**
 * Who may call a method: `anyone`, even before the session is opened; `guest`: any admitted client and, under open
 * access, everybody; `owner`: owners only (contract, section 4, "Roles").
 */
export type MethodAccess = 'anyone' | 'guest' | 'owner';

/** The declaration of a method: who may call it, its params, result and errors. */
export interface Declaration {
  readonly access: MethodAccess;
  readonly params: ObjectShape<unknown>;
  readonly result: Shape<unknown>;
  /** The reasons it may be refused with, besides those of every call. */
  readonly errors?: readonly Reason[];
  /** Whether it changes something; then it takes a `commandId`, and a deadline in `expiresAtMs`. */
  readonly command?: true;
  /** The core's command that it executes. */
  readonly does?: Command['type'];
  /** Whether it can only be called within a session. */
  readonly needsSession?: true;
  /** Whether only programs on the device may call it; for all others, and in the documents, it does not exist. */
  readonly localOnly?: true;
}

const COMMANDS = commandShapes();
const SERVICE = ['notPaired', 'notSupported', 'serviceError', 'offline'] as const;
const PLAY = [...SERVICE, 'noSource', 'playerUnavailable'] as const;
const ITEM = ['notPaired', 'noSource', 'notAllowed'] as const;

/** Declares a method that executes a command of the core. */
function listeners<const Does extends Command['type']>(does: Does, errors: readonly Reason[] = []) {
  return { access: 'guest', command: true, does, params: COMMANDS[does], errors } as const;
}

/** Declares a query to the service. */
function lists<P>(params: ObjectShape<P>) {
  return { access: 'guest', params, errors: SERVICE } as const;
}

/** The name that a client gives itself. */
const NAME: Shape<string> = {
  type: 'string',
  minLength: 1,
  maxLength: NAME_LENGTH,
  pattern: `^[^${UNSEEN}]*$`,
  description: `1 to ${NAME_LENGTH} characters, no control or invisible characters`,
};

/** The nonce that a client chooses for each attempt at a proof. */
const NONCE: Shape<string> = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{24,128}$',
  description: '24 to 128 characters of base64url, new for each attempt',
};
/** Any string: a malformed proof is a wrong one. */
const PROOF: Shape<string> = { type: 'string', maxLength: 4096 };

const ID: Shape<string> = { type: 'string', minLength: 1, maxLength: 128 };
const CODE: Shape<string> = {
  ...ID,
  description: 'the six digits, with or without spaces or dashes, or the secret of the link',
};

const CLIP_URL: Shape<string> = {
  type: 'string',
  maxLength: 2_048,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  description: 'http or https',
};
const SAID: Shape<string> = { type: 'string', minLength: 1, maxLength: 1_000 };

/** How long a guest may stay, counted from the claim: a second to a year. */
const VALID_MS: Shape<number> = { type: 'integer', minimum: 1_000, maximum: 365 * 24 * 3_600_000 };

/** A client's own id for a command, so that a repetition within a minute is not executed again. */
export const COMMAND_ID = { type: 'string', minLength: 1, maxLength: 128 } as const;

/**
 * The deadline of a command, by the speaker's clock, epoch milliseconds: a command that a stalled connection delivers
 * later is not executed, because the user no longer expects it.
 */
export const EXPIRES_AT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

export type MethodName = keyof typeof RESULTS;

const CALLS = {
  'session.open': {
    access: 'anyone',
    needsSession: true,
    params: object({
      protocol: INTEGER,
      client: object({ name: NAME }),
      token: optional<string>({ type: 'string', maxLength: 4096 }),
      id: optional<string>({ type: 'string', maxLength: 128 }),
      nonce: optional(NONCE),
      proof: optional(PROOF),
    }),
  },
  'state.subscribe': {
    access: 'guest',
    needsSession: true,
    params: object({ sinceRevision: optional<number>({ type: 'integer', minimum: 0 }) }),
  },
  'state.get': { access: 'guest', params: NOTHING },
  'player.play': listeners('play', PLAY),
  'player.pause': listeners('pause'),
  'player.playPause': listeners('playPause', PLAY),
  'player.stop': listeners('stop'),
  'player.next': listeners('next', [...ITEM, ...SERVICE, 'skipLimitReached']),
  'player.previous': listeners('previous', [...ITEM, ...SERVICE]),
  'player.replay': listeners('replay', [...ITEM, ...SERVICE]),
  'player.seek': listeners('seek', ITEM),
  'player.setVolume': listeners('setVolume'),
  'player.setMuted': listeners('setMuted'),
  'player.announce': {
    access: 'owner',
    command: true,
    errors: ['notSupported', 'serviceError', 'offline'],
    params: object({ url: optional(CLIP_URL), text: optional(SAID), volume: optional(VOLUME) }),
  },
  'announcement.code': {
    access: 'owner',
    command: true,
    errors: ['notAllowed', 'notSupported'],
    params: NOTHING,
  },
  'announcement.cancel': { ...listeners('cancelAnnouncement'), access: 'owner' },
  'feedback.set': listeners('setFeedback', [...ITEM, ...SERVICE]),
  'timer.sleep': listeners('sleep'),
  'alarm.set': { ...listeners('setAlarm', ['notAllowed']), access: 'owner' },
  'alarm.list': { access: 'owner', params: NOTHING },
  'alarm.remove': { ...listeners('removeAlarm'), access: 'owner' },
  'alarm.snooze': listeners('snooze', ['notAllowed']),
  'alarm.dismiss': listeners('dismiss'),
  'preset.set': { ...listeners('setPreset', ['noSource']), access: 'owner' },
  'preset.list': { access: 'guest', params: NOTHING },
  'library.collection': lists(COLLECTION_QUERY),
  'library.search': lists(SEARCH_QUERY),
  'library.feedbacks': lists(FEEDBACK_QUERY),
  'library.recentFavorites': lists(PAGE_QUERY),
  'library.topArtists': lists(PAGE_QUERY),
  'library.profile': { ...lists(NOTHING), access: 'owner' },
  'library.recent': { access: 'guest', params: RECENT_QUERY },
  'speakers.list': { access: 'guest', params: NOTHING },
  'access.invite': {
    access: 'owner',
    command: true,
    params: object({
      role: optional(oneOf(...ROLES)),
      validMs: optional(VALID_MS),
      volumeMax: optional(VOLUME),
      digits: optional(FLAG),
    }),
  },
  'access.claim': {
    access: 'anyone',
    errors: ['unauthorized'],
    params: object({
      name: NAME,
      code: optional(CODE),
      link: optional(PROOF),
      nonce: optional(NONCE),
      proof: optional(PROOF),
    }),
  },
  'access.list': { access: 'owner', params: NOTHING },
  'access.rename': {
    access: 'owner',
    command: true,
    params: object({ name: NAME, id: optional(ID) }),
  },
  'access.revoke': {
    access: 'owner',
    command: true,
    errors: ['notAllowed'],
    params: object({ id: ID }),
  },
  'system.info': { access: 'guest', params: NOTHING },
  'system.record': { access: 'owner', localOnly: true, params: NOTHING },
  'pairing.begin': { access: 'owner', localOnly: true, params: NOTHING },
  'pairing.finish': { access: 'owner', localOnly: true, params: object({ address: TEXT }) },
  'system.unpair': { access: 'owner', command: true, params: NOTHING },
  'rpc.discover': { access: 'guest', params: NOTHING },
} as const satisfies Readonly<Record<MethodName, Omit<Declaration, 'result'>>>;

/** The declaration of each method, with the schema of its result. */
export const METHODS = Object.fromEntries(
  Object.entries(CALLS).map(([name, call]) => [name, { ...call, result: RESULTS[name as MethodName] }]),
) as { readonly [M in MethodName]: (typeof CALLS)[M] & { readonly result: (typeof RESULTS)[M] } };

type All = typeof METHODS;

/** All methods except those of a session, which the client library calls by itself, and those of the device. */
export type CalledByOthers = {
  [M in MethodName]: All[M] extends { readonly needsSession: true } | { readonly localOnly: true }
    ? never
    : M;
}[MethodName];

/** The methods that only a program on the device may call. */
export type CalledOnDevice = {
  [M in MethodName]: All[M] extends { readonly localOnly: true } ? M : never;
}[MethodName];

type OfCommand<M> = M extends { readonly command: true }
  ? { readonly commandId?: string; readonly expiresAtMs?: number }
  : unknown;

/** Every method, with its params and its result. Lengths and positions are milliseconds. */
export type Methods = MethodsOf<MethodName>;
/** The methods that users of the client library call by name. */
export type CalledMethods = MethodsOf<CalledByOthers>;

type MethodsOf<Name extends MethodName> = {
  readonly [M in Name]: {
    readonly params: TypeOf<All[M]['params']> & OfCommand<All[M]>;
    readonly result: TypeOf<All[M]['result']>;
  };
};
