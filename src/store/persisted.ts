import type { Item, ItemKind, Source } from '../core/item.js';
import type {
  ClientRecord,
  CredentialsRecord,
  DeviceRecord,
  PositionRecord,
  SessionRecord,
} from '../records.js';
import {
  arrayOf,
  bool,
  type Fields,
  fieldsOf,
  Invalid,
  nullable,
  number,
  oneOf,
  text,
  wholeNumber,
} from './fields.js';

/** What a file of the state directory holds, and how it is told from rubbish. */
export interface Format<T> {
  readonly name: string;
  readonly schema: number;
  /** `migrations[n]` makes the fields of schema n into those of schema n + 1; one for each n from 1 on. */
  readonly migrations: Readonly<Record<number, (fields: Fields) => Fields>>;
  /** Strict and pure; throws `Invalid`. Members it does not know are dropped. */
  readonly parse: (fields: Fields) => T;
  /** What may go to disk of a value; the value itself where left out. */
  readonly toFields?: (value: T) => T;
}

export type Parsed<T> =
  | { readonly outcome: 'value'; readonly value: T }
  | { readonly outcome: 'invalid'; readonly problem: string }
  | { readonly outcome: 'newer'; readonly schema: number };

/** The text of a state file (contract, section 6) → its value, migrated to the schema of today. */
export function parsePersisted<T>(format: Omit<Format<T>, 'toFields'>, content: string): Parsed<T> {
  try {
    const all = fieldsOf(JSON.parse(content), 'the file');
    const schema = wholeNumber(all['schema'], 'schema');
    if (schema < 1) throw new Invalid('schema is below 1');
    if (schema > format.schema) return { outcome: 'newer', schema };
    let fields = all;
    for (let step = schema; step < format.schema; step += 1) {
      const migrate = format.migrations[step];
      if (migrate === undefined) throw new Invalid(`no way leads from schema ${step} to ${step + 1}`);
      fields = migrate(fields);
    }
    return { outcome: 'value', value: format.parse(fields) };
  } catch (error) {
    // The text of a SyntaxError quotes the file, which may hold a token.
    return { outcome: 'invalid', problem: error instanceof Invalid ? error.message : 'not JSON' };
  }
}

/** The inverse of `parsePersisted`; one line, equal values give equal text. */
export function toPersisted<T extends object>(format: Format<T>, value: T): string {
  return `${JSON.stringify({ schema: format.schema, ...(format.toFields?.(value) ?? value) })}\n`;
}

export const deviceFormat: Format<DeviceRecord> = {
  name: 'device.json',
  schema: 1,
  migrations: {},
  parse: fields => ({ deviceUuid: text(fields['deviceUuid'], 'deviceUuid', 1, 256) }),
};

export const credentialsFormat: Format<CredentialsRecord> = {
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
  }),
};

export const sessionFormat: Format<SessionRecord> = {
  name: 'session.json',
  schema: 1,
  migrations: {},
  parse: fields => ({
    wish: oneOf(['playing', 'paused', 'stopped'] as const)(fields['wish'], 'wish'),
    source: nullable(parseSource)(fields['source'], 'source'),
    item: nullable(parseItem)(fields['item'], 'item'),
    positionMs: number(fields['positionMs'], 'positionMs'),
    // Missing in what older versions wrote.
    closing: nullable(parseClosing)(fields['closing'] ?? null, 'closing'),
    endTaken: bool(fields['endTaken'] ?? false, 'endTaken'),
    exact: bool(fields['exact'], 'exact'),
    volume: nullable(parseVolume)(fields['volume'], 'volume'),
    muted: bool(fields['muted'], 'muted'),
    sourceEnded: bool(fields['sourceEnded'], 'sourceEnded'),
  }),
  // An audio address is a secret and short-lived: it never reaches the disk, whoever forgets to leave it out.
  toFields: value => (value.item === null ? value : { ...value, item: { ...value.item, audioUrl: null } }),
};

export const clientsFormat: Format<{ readonly clients: readonly ClientRecord[] }> = {
  name: 'clients.json',
  schema: 1,
  migrations: {},
  parse: fields => ({ clients: arrayOf(parseClient)(fields['clients'], 'clients') }),
};

/** The position of the runtime directory; it lives as long as the machine is up, so it has no schema. */
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

function parseClosing(value: unknown, at: string): NonNullable<SessionRecord['closing']> {
  const fields = fieldsOf(value, at);
  return {
    index: wholeNumber(fields['index'], `${at}.index`),
    trackToken: nullable(text)(fields['trackToken'], `${at}.trackToken`),
    lengthS: wholeNumber(fields['lengthS'], `${at}.lengthS`),
  };
}

function parseSource(value: unknown, at: string): Source {
  const fields = fieldsOf(value, at);
  return {
    id: text(fields['id'], `${at}.id`, 1),
    type: text(fields['type'], `${at}.type`, 1),
    name: nullable(text)(fields['name'], `${at}.name`),
  };
}

function parseItem(value: unknown, at: string): Item {
  const fields = fieldsOf(value, at);
  const kinds: readonly ItemKind[] = ['track', 'episode', 'ad', 'message', 'unknown'];
  const optionalText = (name: string) => nullable(text)(fields[name], `${at}.${name}`);
  const optionalNumber = (name: string) => nullable(number)(fields[name], `${at}.${name}`);
  return {
    typename: text(fields['typename'], `${at}.typename`),
    kind: oneOf(kinds)(fields['kind'], `${at}.kind`),
    index: nullable(wholeNumber)(fields['index'], `${at}.index`),
    trackToken: optionalText('trackToken'),
    trackId: optionalText('trackId'),
    audioUrl: null,
    title: text(fields['title'], `${at}.title`),
    artist: optionalText('artist'),
    album: optionalText('album'),
    podcast: optionalText('podcast'),
    artUrl: optionalText('artUrl'),
    durationMs: optionalNumber('durationMs'),
    progressFrequencyS: optionalNumber('progressFrequencyS'),
    feedback: nullable(oneOf(['UP', 'DOWN'] as const))(fields['feedback'], `${at}.feedback`),
    interactions: arrayOf(text)(fields['interactions'], `${at}.interactions`),
    gainDb: nullable(parseGain)(fields['gainDb'], `${at}.gainDb`),
    errorHeader: optionalText('errorHeader'),
    errorDescription: optionalText('errorDescription'),
  };
}

function parseClient(value: unknown, at: string): ClientRecord {
  const fields = fieldsOf(value, at);
  const tokenHash = text(fields['tokenHash'], `${at}.tokenHash`);
  if (!/^[0-9a-f]{64}$/u.test(tokenHash)) throw new Invalid(`${at}.tokenHash is no SHA-256`);
  const lastSeenMs = fields['lastSeenMs'];
  return {
    id: text(fields['id'], `${at}.id`, 1),
    name: text(fields['name'], `${at}.name`, 1),
    tokenHash,
    createdMs: number(fields['createdMs'], `${at}.createdMs`),
    ...(lastSeenMs === undefined ? {} : { lastSeenMs: number(lastSeenMs, `${at}.lastSeenMs`) }),
  };
}

function parseVolume(value: unknown, at: string): number {
  const volume = number(value, at);
  if (volume > 100) throw new Invalid(`${at} is above 100`);
  return volume;
}

function parseGain(value: unknown, at: string): number {
  if (typeof value !== 'number') throw new Invalid(`${at} is no number`);
  return value;
}
