/**
 * The messages of a speaker to its clients (contract, section 4); server, client and documents are derived from them.
 */
import { CAUSE } from './command.js';
import { PAIRING, PUBLIC_STATE } from './public-state.js';
import {
  eitherShape,
  FLAG,
  INTEGER,
  listOf,
  object,
  oneOf,
  optional,
  type Shape,
  someOf,
  TEXT,
  type TypeOf,
  VOLUME,
} from './shape.js';

/** `owner`: may do everything; `guest`: may play music, but not admit, sign out or change anybody. */
export const ROLES = ['owner', 'guest'] as const;
export type Role = (typeof ROLES)[number];
const ROLE = oneOf(...ROLES);

const RANGE = object({ min: INTEGER, max: INTEGER });

/** The protocol versions that this program speaks: 1 opens with the token itself, 2 with a proof of it. */
export const PROTOCOL = { min: 1, max: 2 } as const;
/** The part of `server.hello` that every version of it has. */
export const VERSIONS = object({ protocol: RANGE });

/**
 * The first message of a session. `nowMs`: epoch, as everywhere here. `nonce`: good for one attempt at a proof. `urls`:
 * where browsers reach this speaker, without a trailing slash.
 */
export const HELLO = object({
  protocol: RANGE,
  deviceUuid: TEXT,
  name: TEXT,
  version: TEXT,
  auth: oneOf('token', 'none'),
  pairing: PAIRING,
  nowMs: INTEGER,
  nonce: TEXT,
  urls: optional(listOf(TEXT)),
});

/**
 * The result of `session.open`. `proof`: the speaker's own, if the client opened with one. `volumeMax`: the ceiling of
 * each volume that this client sets, if it has one.
 */
export const OPENED = object({
  protocol: INTEGER,
  role: ROLE,
  id: optional(TEXT),
  proof: optional(TEXT),
  volumeMax: optional(VOLUME),
  expiresAtMs: optional(INTEGER),
});

/** The changed members of the state, each complete. */
export const CHANGED_MEMBERS = someOf(PUBLIC_STATE);

export const CHANGE = object({ revision: INTEGER, changes: CHANGED_MEMBERS, cause: optional(CAUSE) });

/** The params of `state.changed`. */
export const STATE_CHANGE = object({
  revision: INTEGER,
  nowMs: INTEGER,
  changes: CHANGED_MEMBERS,
  cause: optional(CAUSE),
});

export const SNAPSHOT = object({ revision: INTEGER, nowMs: INTEGER, state: PUBLIC_STATE });

/** The result of `state.subscribe` for a client that reconnects: the changes since then, oldest first. */
export const CATCH_UP = object({ revision: INTEGER, nowMs: INTEGER, changes: listOf(CHANGE) });

/** The result of a command: its effect is in the state since this revision. */
export const DONE = object({ revision: INTEGER });

/**
 * An invitation for one more phone: six digits and a link or, for a session opened by a proof, what the link is made
 * of. `expiresMs`: how long it is valid.
 */
export const INVITATION = eitherShape(
  object({ code: TEXT, link: TEXT, expiresMs: INTEGER }),
  object({
    url: TEXT,
    otherUrls: optional(listOf(TEXT)),
    nonce: TEXT,
    code: optional(TEXT),
    expiresMs: INTEGER,
  }),
);

/** The result of a claim; by link, what the token is made of. */
export const CLAIMED = eitherShape(
  object({ token: TEXT, id: TEXT, role: ROLE }),
  object({ id: TEXT, role: ROLE, nonce: TEXT, proof: TEXT }),
);

/**
 * A client that has a control token. `self`: it is the caller; `here`: it has an open session. `invitedBy`: the
 * inviter's id, if it has one; `invitedByName`: its name at that time, which may have changed.
 */
export const ADMITTED_CLIENT = object({
  id: TEXT,
  name: TEXT,
  role: ROLE,
  createdMs: INTEGER,
  lastSeenMs: optional(INTEGER),
  invitedBy: optional(TEXT),
  invitedByName: optional(TEXT),
  expiresAtMs: optional(INTEGER),
  volumeMax: optional(VOLUME),
  self: optional({ type: 'boolean', const: true } as Shape<true>),
  here: optional({ type: 'boolean', const: true } as Shape<true>),
});

/**
 * The params of `access.changed`, about changes to who controls the speaker. `name`: the client that changed; `by`: the
 * client that caused it.
 */
export const ACCESS_CHANGE = object({
  what: oneOf('admitted', 'revoked', 'codeEnded', 'listener'),
  name: optional(TEXT),
  by: optional(TEXT),
});

/**
 * A speaker of the network. `url`: where browsers reach it, without a trailing slash; `otherUrls`: further addresses in
 * the same form; `self`: the speaker asked. Members of the others come from themselves.
 */
export const SPEAKER = object({
  id: TEXT,
  name: TEXT,
  url: TEXT,
  otherUrls: optional(listOf(TEXT)),
  self: FLAG,
  paired: FLAG,
});

export type Hello = TypeOf<typeof HELLO>;
export type Opened = TypeOf<typeof OPENED>;
export type Change = TypeOf<typeof CHANGE>;
export type StateChange = TypeOf<typeof STATE_CHANGE>;
export type Snapshot = TypeOf<typeof SNAPSHOT>;
/** The result of `state.subscribe` and `state.get`. */
export type Subscription = Snapshot | TypeOf<typeof CATCH_UP>;
export type Done = TypeOf<typeof DONE>;
export type Invitation = TypeOf<typeof INVITATION>;
export type AdmittedClient = TypeOf<typeof ADMITTED_CLIENT>;
export type AccessChange = TypeOf<typeof ACCESS_CHANGE>;
export type Speaker = TypeOf<typeof SPEAKER>;
