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
  mayHave,
  nullable,
  number,
  oneOf,
  orFalse,
  orNull,
  text,
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

export const deviceFormat: RecordFormat<DeviceRecord> = {
  name: 'device.json',
  schema: 1,
  migrations: {},
  parse: fields => ({
    deviceUuid: text(fields['deviceUuid'], 'deviceUuid', 1, 256),
    ...mayHave(['machine'], text, [fields, 'the file']),
  }),
};

export const credentialsFormat: RecordFormat<CredentialsRecord> = {
  name: 'credentials.json',
  schema: 1,
  migrations: {},
  parse: fields => ({
    // Empty after the service ended the pairing: the listener's id is still needed.
    accessToken: text(fields['accessToken'], 'accessToken'),
    refreshToken: text(fields['refreshToken'], 'refreshToken'),
    expiresInS: number(fields['expiresInS'], 'expiresInS'),
    obtainedAtMs: number(fields['obtainedAtMs'], 'obtainedAtMs'),
    profileId: nullable(text)(fields['profileId'], 'profileId'),
    ...(typeof fields['profileName'] === 'string' && { profileName: fields['profileName'] }),
    ...(fields['renewing'] === true && { renewing: true as const }),
  }),
};

/** Ignores a word that this program does not know: it must not cost the whole session. */
function toSourceHeld(value: unknown): Pick<SessionRecord, 'sourceHeld'> {
  const sourceHeld = SOURCE_HELD.find(word => word === value);
  return sourceHeld === undefined ? {} : { sourceHeld };
}

export const sessionFormat: RecordFormat<SessionRecord> = {
  name: 'session.json',
  schema: 4,
  // Schema 1 left members out that came later; schema 2 wrote nulls; schema 3 wrote false members and the usual values of
  // items. All of these are read alike.
  migrations: { 1: fields => fields, 2: fields => fields, 3: fields => fields },
  parse: fields => ({
    wish: oneOf(WISHES)(fields['wish'], 'wish'),
    source: orNull(parseSource)(fields['source'], 'source'),
    item: orNull(parseItem)(fields['item'], 'item'),
    positionMs: number(fields['positionMs'], 'positionMs'),
    closing: orNull(parseClosing)(fields['closing'], 'closing'),
    endTaken: orFalse(fields['endTaken'], 'endTaken'),
    exact: orFalse(fields['exact'], 'exact'),
    volume: orNull(parseVolume)(fields['volume'], 'volume'),
    muted: orFalse(fields['muted'], 'muted'),
    sourceEnded: orFalse(fields['sourceEnded'], 'sourceEnded'),
    ...toSourceHeld(fields['sourceHeld']),
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
  parse: fields => ({ clients: arrayOf(parseClient)(fields['clients'], 'clients') }),
};

/** A start does not verify the certificate and the key; defects show when they are used. */
const certificateFormat: RecordFormat<CertificateRecord> = {
  name: 'certificate.json',
  schema: 1,
  migrations: {},
  parse: fields => ({ cert: text(fields['cert'], 'cert', 1), key: text(fields['key'], 'key', 1) }),
};

export const formats: Formats = {
  device: deviceFormat,
  credentials: credentialsFormat,
  session: sessionFormat,
  clients: clientsFormat,
  certificate: certificateFormat,
  day: dayFormat,
};

/** Parses the position in the runtime directory. It lives only until the machine is shut down, so it has no schema. */
export function parsePosition(content: string): PositionRecord | null {
  try {
    const fields = fieldsOf(JSON.parse(content), 'the file');
    return {
      sourceId: text(fields['sourceId'], 'sourceId', 1),
      index: wholeNumber(fields['index'], 'index'),
      trackToken: nullable(text)(fields['trackToken'], 'trackToken'),
      positionMs: number(fields['positionMs'], 'positionMs'),
    };
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

function parseClosing(value: unknown, at: string): NonNullable<SessionRecord['closing']> {
  const fields = fieldsOf(value, at);
  return {
    index: wholeNumber(fields['index'], `${at}.index`),
    trackToken: orNull(text)(fields['trackToken'], `${at}.trackToken`),
    lengthS: wholeNumber(fields['lengthS'], `${at}.lengthS`),
  };
}

function parseClient(value: unknown, at: string): ClientRecord {
  const fields = fieldsOf(value, at);
  return {
    id: text(fields['id'], `${at}.id`, 1),
    name: text(fields['name'], `${at}.name`, 1),
    verifier: parseVerifier(fields['verifier'], `${at}.verifier`),
    createdMs: number(fields['createdMs'], `${at}.createdMs`),
    role: oneOf(ROLES)(fields['role'], `${at}.role`),
    ...mayHave(['lastSeenMs', 'expiresAtMs'], number, [fields, at]),
    ...mayHave(['invitedBy', 'invitedByName'], text, [fields, at]),
    ...mayHave(['volumeMax'], parseVolume, [fields, at]),
  };
}

function parseVerifier(value: unknown, at: string): Verifier {
  const fields = fieldsOf(value, at);
  if (fields['tokenHash'] !== undefined) {
    return { tokenHash: matching(/^[0-9a-f]{64}$/u)(fields['tokenHash'], `${at}.tokenHash`) };
  }
  const key = matching(/^[\w-]{43}$/u);
  return {
    storedKey: key(fields['storedKey'], `${at}.storedKey`),
    serverKey: key(fields['serverKey'], `${at}.serverKey`),
  };
}

function matching(pattern: RegExp): Read<string> {
  return (value, at) => {
    const found = text(value, at);
    if (!pattern.test(found)) throw new Invalid(`${at} is not a SHA-256`);
    return found;
  };
}

function parseVolume(value: unknown, at: string): number {
  const volume = number(value, at);
  if (volume > LOUDEST) throw new Invalid(`${at} is above ${LOUDEST}`);
  return volume;
}
