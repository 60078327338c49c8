/** What a speaker says to its clients (contract, section 4); server, client and documents follow from it. */
import { SERVICE_PROFILES } from './core/abilities.js';
import { CAUSE } from './core/command.js';
import { PAIRING, PUBLIC_STATE } from './core/public-state.js';
import {
  eitherShape,
  FLAG,
  INTEGER,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  someOf,
  TEXT,
  type TypeOf,
  VOLUME,
} from './core/shape.js';

/** `owner`: may do everything; `guest`: may play music, and admit, sign out and change nobody. */
export const ROLES = ['owner', 'guest'] as const;
export type Role = (typeof ROLES)[number];
const ROLE = oneOf(...ROLES);

const RANGE = object({ min: INTEGER, max: INTEGER });

/** The versions of the protocol that this program speaks: 1 opens by the token itself, 2 by a proof of it. */
export const PROTOCOL = { min: 1, max: 2 } as const;
/** Of the hello, whatever else a version of it holds. */
export const VERSIONS = object({ protocol: RANGE });

/** The first words of a session. `nowMs`: epoch, as everywhere here. `nonce`: good for one try of a proof. */
export const HELLO = object({
  protocol: RANGE,
  deviceUuid: TEXT,
  name: TEXT,
  version: TEXT,
  auth: oneOf('token', 'none'),
  pairing: PAIRING,
  nowMs: INTEGER,
  nonce: TEXT,
});

/**
 * What a session was opened as. `proof`: where it was opened by one, the speaker's own. `volumeMax`: the ceiling of each
 * volume that this client sets, where it has one.
 */
export const OPENED = object({
  protocol: INTEGER,
  role: ROLE,
  id: optional(TEXT),
  proof: optional(TEXT),
  volumeMax: optional(VOLUME),
  expiresAtMs: optional(INTEGER),
});

/** The changed members of the state, each whole. */
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

/** What `state.subscribe` answers to a client that was here before: what has changed since, oldest first. */
export const CATCH_UP = object({ revision: INTEGER, nowMs: INTEGER, changes: listOf(CHANGE) });

/** A command was carried out; the state has this revision since. */
export const DONE = object({ revision: INTEGER });

/**
 * For one more phone: six digits, or a link; to a session that was opened by a proof, what the link is made of. `expiresMs`:
 * how long it is good.
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

/** What an invitation was worth; by link, what the token is made of. */
export const CLAIMED = eitherShape(
  object({ token: TEXT, id: TEXT, role: ROLE }),
  object({ id: TEXT, role: ROLE, nonce: TEXT, proof: TEXT }),
);

/**
 * Somebody who has a control token; `self`: the caller; `here`: a session of it is open. `invitedBy`: the id of whoever did, where that has one;
 * `invitedByName`: what it was called, which it may no longer be.
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
 * The params of `access.changed`: who may control the speaker is not what it was. `name`: whom it is about; `by`: the
 * client that did it.
 */
export const ACCESS_CHANGE = object({
  what: oneOf('admitted', 'revoked', 'codeEnded', 'listener'),
  name: optional(TEXT),
  by: optional(TEXT),
});

/** `address`: where browsers reach the speaker, without a slash at the end. */
export const SYSTEM_INFO = object({
  versions: object({ tonearm: TEXT, node: TEXT, mpv: orNull(TEXT) }),
  deviceUuid: TEXT,
  name: TEXT,
  address: optional(TEXT),
  uptimeMs: INTEGER,
  serviceProfile: oneOf(...SERVICE_PROFILES),
});

/** `url`: where browsers reach it, without a slash at the end; `self`: the one that is asked. Of the others, what they say of themselves. */
export const SPEAKER = object({ id: TEXT, name: TEXT, url: TEXT, self: FLAG, paired: FLAG });

export type Hello = TypeOf<typeof HELLO>;
export type Opened = TypeOf<typeof OPENED>;
export type Change = TypeOf<typeof CHANGE>;
export type StateChange = TypeOf<typeof STATE_CHANGE>;
export type Snapshot = TypeOf<typeof SNAPSHOT>;
/** The answer to `state.subscribe` and `state.get`. */
export type Subscription = Snapshot | TypeOf<typeof CATCH_UP>;
export type Done = TypeOf<typeof DONE>;
export type Invitation = TypeOf<typeof INVITATION>;
export type AdmittedClient = TypeOf<typeof ADMITTED_CLIENT>;
export type AccessChange = TypeOf<typeof ACCESS_CHANGE>;
export type SystemInfo = TypeOf<typeof SYSTEM_INFO>;
export type Speaker = TypeOf<typeof SPEAKER>;
