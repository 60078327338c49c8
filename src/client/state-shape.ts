import { type PublicItem, type PublicState, SILENCE_REASONS } from '../core/public-state.js';
import {
  type Fields,
  fields,
  flag,
  listOf,
  number,
  oneOf,
  optional,
  orNull,
  type Read,
  text,
} from './shape.js';

const parseNotice: Read<NonNullable<PublicState['notice']>> = (value, name) => {
  const notice = fields(value, name);
  return {
    code: text(notice['code'], 'code'),
    ...optional('title', notice['title'], text),
    message: text(notice['message'], 'message'),
  };
};

export const parseSource: Read<NonNullable<PublicState['source']>> = (value, name) => {
  const source = fields(value, name);
  return {
    id: text(source['id'], 'id'),
    type: text(source['type'], 'type'),
    ...optional('name', source['name'], text),
  };
};

const parseItem: Read<PublicItem> = (value, name) => {
  const item = fields(value, name);
  return {
    kind: oneOf(['track', 'episode', 'ad', 'message', 'unknown'])(item['kind'], 'kind'),
    index: orNull(number)(item['index'], 'index'),
    title: text(item['title'], 'title'),
    ...optional('artist', item['artist'], text),
    ...optional('album', item['album'], text),
    ...optional('podcast', item['podcast'], text),
    ...optional('artUrl', item['artUrl'], text),
    ...optional('durationMs', item['durationMs'], number),
    feedback: orNull(oneOf(['UP', 'DOWN']))(item['feedback'], 'feedback'),
    interactions: listOf(text)(item['interactions'], 'interactions'),
  };
};

const parsePosition: Read<PublicState['position']> = (value, name) => {
  const position = fields(value, name);
  return {
    positionMs: number(position['positionMs'], 'positionMs'),
    atMs: number(position['atMs'], 'atMs'),
    rate: oneOf([0, 1])(position['rate'], 'rate'),
  };
};

const parseCan: Read<PublicState['can']> = (value, name) => {
  const can = fields(value, name);
  const read = (key: keyof PublicState['can']): boolean => flag(can[key], key);
  return {
    play: read('play'),
    pause: read('pause'),
    next: read('next'),
    previous: read('previous'),
    replay: read('replay'),
    seek: read('seek'),
    feedback: read('feedback'),
  };
};

const MEMBERS: { readonly [K in keyof PublicState]: Read<PublicState[K]> } = {
  pairing: oneOf(['paired', 'unpaired']),
  playbackStatus: oneOf(['playing', 'paused', 'stopped']),
  buffering: flag,
  silenceReason: orNull(oneOf(SILENCE_REASONS)),
  notice: orNull(parseNotice),
  source: orNull(parseSource),
  item: orNull(parseItem),
  position: parsePosition,
  volume: number,
  muted: flag,
  can: parseCan,
};

const NAMES = Object.keys(MEMBERS) as (keyof PublicState)[];

function members(from: Fields, names: readonly (keyof PublicState)[]): Partial<PublicState> {
  return Object.fromEntries(names.map(name => [name, MEMBERS[name](from[name], name)]));
}

/** The whole state; every member must be there. Members this client does not know are left out. */
export const parseState: Read<PublicState> = (value, name) =>
  members(fields(value, name), NAMES) as PublicState;

/** Some top-level members of the state, each whole (contract, section 4, "State"). */
export const parseChanges: Read<Partial<PublicState>> = (value, name) => {
  const changes = fields(value, name);
  return members(
    changes,
    NAMES.filter(member => member in changes),
  );
};
