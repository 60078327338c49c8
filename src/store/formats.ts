import type { Fields, Read } from '../contract/shape.js';
import { SOURCE_HELD } from '../core/vocabulary/item.js';
import { WISHES } from '../contract/public-state.js';
import { LOUDEST } from '../contract/shape.js';
import { ROLES } from '../contract/protocol.js';
import type {
  CertificateRecord,
  ClientRecord,
  CredentialsRecord,
  DayRecord,
  DeviceRecord,
  PositionRecord,
  SessionRecord,
  Verifier,
} from '../contract/records.js';
import {
  arrayOf,
  fieldsOf,
  Invalid,
  nullable,
  number,
  oneOf,
  optional,
  orFalse,
  orNull,
  shaped,
  text,
  textOf,
  wholeNumber,
  withoutFalse,
  withoutNulls,
} from './fields.js';
import { dayFormat } from './day-format.js';
import { parseItem, parseSource, toItemFields } from './item-format.js';
import type { RecordFormat } from './persisted.js';

/**
 * The files of the state directory in their present format. A schema rises when an older program would misread or
 * refuse the new format, or a newer one the old; a migration is then added here for the earlier files.
 */
export interface Formats {
  readonly device: RecordFormat<DeviceRecord>;
  readonly credentials: RecordFormat<CredentialsRecord>;
  readonly session: RecordFormat<SessionRecord>;
  readonly clients: RecordFormat<{ readonly clients: readonly ClientRecord[] }>;
  readonly certificate: RecordFormat<CertificateRecord>;
  readonly day: RecordFormat<DayRecord>;
}

function matching(pattern: RegExp): Read<string> {
  return (value, at) => {
    const found = text(value, at);
    if (!pattern.test(found)) throw new Invalid(`${at} is not a SHA-256`);
    return found;
  };
}

const parseVolume: Read<number> = (value, at) => {
  const volume = number(value, at);
  if (volume > LOUDEST) throw new Invalid(`${at} is above ${LOUDEST}`);
  return volume;
};

const KEY = matching(/^[\w-]{43}$/u);
const parseKeys = shaped<Extract<Verifier, { readonly storedKey: string }>>({
  storedKey: KEY,
  serverKey: KEY,
});
const parseHash = shaped<Extract<Verifier, { readonly tokenHash: string }>>({
  tokenHash: matching(/^[0-9a-f]{64}$/u),
});

const parseClient = shaped<ClientRecord>({
  id: textOf(1),
  name: textOf(1),
  verifier: (value, at) =>
    fieldsOf(value, at)['tokenHash'] === undefined ? parseKeys(value, at) : parseHash(value, at),
  createdMs: number,
  role: oneOf(ROLES),
  lastSeenMs: optional(number),
  expiresAtMs: optional(number),
  invitedBy: optional(text),
  invitedByName: optional(text),
  volumeMax: optional(parseVolume),
});

export const deviceFormat: RecordFormat<DeviceRecord> = {
  name: 'device.json',
  schema: 1,
  migrations: {},
  parse: shaped<DeviceRecord>({ deviceUuid: textOf(1, 256), machine: optional(text) }),
};

export const credentialsFormat: RecordFormat<CredentialsRecord> = {
  name: 'credentials.json',
  schema: 1,
  migrations: {},
  parse: shaped<CredentialsRecord>({
    // Empty after the service ended the pairing: the listener's id is still needed.
    accessToken: text,
    refreshToken: text,
    expiresInS: number,
    obtainedAtMs: number,
    profileId: nullable(text),
    profileName: value => (typeof value === 'string' ? value : undefined),
    renewing: value => (value === true ? true : undefined),
  }),
};

/** Where the last item ends, if its end was not reported yet. */
const parseClosing = shaped<NonNullable<SessionRecord['closing']>>({
  index: wholeNumber,
  trackToken: orNull(text),
  lengthS: wholeNumber,
});

export const sessionFormat: RecordFormat<SessionRecord> = {
  name: 'session.json',
  schema: 4,
  // Schema 1 left members out that came later; schema 2 wrote nulls; schema 3 wrote false members and the usual values of
  // items. All of these are read alike.
  migrations: { 1: fields => fields, 2: fields => fields, 3: fields => fields },
  parse: shaped<SessionRecord>({
    wish: oneOf(WISHES),
    source: orNull(parseSource),
    item: orNull(parseItem),
    positionMs: number,
    closing: orNull(parseClosing),
    endTaken: orFalse,
    exact: orFalse,
    volume: orNull(parseVolume),
    muted: orFalse,
    sourceEnded: orFalse,
    // A word that this program does not know is ignored: it must not cost the whole session.
    sourceHeld: value => SOURCE_HELD.find(word => word === value),
  }),
  // An audio address is secret and short-lived: it is removed here so that it never reaches the disk.
  toFields: ({ source, item, ...value }) =>
    withoutFalse(
      withoutNulls({
        ...value,
        source: source === null ? null : withoutNulls(source),
        item: item === null ? null : toItemFields(item),
      }),
    ),
};

export const clientsFormat: RecordFormat<{ readonly clients: readonly ClientRecord[] }> = {
  name: 'clients.json',
  schema: 3,
  migrations: { 1: clientsFrom1, 2: clientsFrom2 },
  parse: shaped<{ readonly clients: readonly ClientRecord[] }>({ clients: arrayOf(parseClient) }),
};

/** A start does not verify the certificate and the key; defects show when they are used. */
const certificateFormat: RecordFormat<CertificateRecord> = {
  name: 'certificate.json',
  schema: 1,
  migrations: {},
  parse: shaped<CertificateRecord>({ cert: textOf(1), key: textOf(1) }),
};

export const formats: Formats = {
  device: deviceFormat,
  credentials: credentialsFormat,
  session: sessionFormat,
  clients: clientsFormat,
  certificate: certificateFormat,
  day: dayFormat,
};

const readPosition = shaped<PositionRecord>({
  sourceId: textOf(1),
  index: wholeNumber,
  trackToken: nullable(text),
  positionMs: number,
});

/** Parses the position in the runtime directory. It lives only until the machine is shut down, so it has no schema. */
export function parsePosition(content: string): PositionRecord | null {
  try {
    return readPosition(JSON.parse(content));
  } catch {
    return null;
  }
}

/** Clients admitted before roles existed are owners. */
function clientsFrom1(fields: Fields): Fields {
  const clients = arrayOf(fieldsOf)(fields['clients'], 'clients');
  return { ...fields, clients: clients.map(client => ({ ...client, role: 'owner' })) };
}

/** For tokens issued before proofs existed, only the SHA-256 is known. */
function clientsFrom2(fields: Fields): Fields {
  const clients = arrayOf(fieldsOf)(fields['clients'], 'clients');
  return {
    ...fields,
    clients: clients.map(({ tokenHash, ...client }) => ({ ...client, verifier: { tokenHash } })),
  };
}
