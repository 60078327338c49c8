/** What each call answers, read once at the door. */
import type { Cause } from '../core/command.js';
import type {
  Change,
  Done,
  Hello,
  ItemPage,
  ListedItem,
  MethodName,
  Methods,
  Subscription,
} from './protocol.js';
import { fields, listOf, number, oneOf, optional, type Read, text } from './shape.js';
import { parseChanges, parseState } from './state-shape.js';

export const parseHello: Read<Hello> = (value, name) => {
  const hello = fields(value, name);
  const protocol = fields(hello['protocol'], 'protocol');
  return {
    protocol: { min: number(protocol['min'], 'min'), max: number(protocol['max'], 'max') },
    deviceUuid: text(hello['deviceUuid'], 'deviceUuid'),
    name: text(hello['name'], 'name'),
    version: text(hello['version'], 'version'),
    auth: oneOf(['token', 'none'])(hello['auth'], 'auth'),
    pairing: oneOf(['paired', 'unpaired'])(hello['pairing'], 'pairing'),
    nowMs: number(hello['nowMs'], 'nowMs'),
  };
};

const parseCause: Read<Cause> = (value, name) => {
  const cause = fields(value, name);
  return {
    client: text(cause['client'], 'client'),
    method: text(cause['method'], 'method'),
    ...optional('commandId', cause['commandId'], text),
  };
};

const parseChange: Read<Change> = (value, name) => {
  const change = fields(value, name);
  return {
    revision: number(change['revision'], 'revision'),
    changes: parseChanges(change['changes'], 'changes'),
    ...optional('cause', change['cause'], parseCause),
  };
};

/** The params of `state.changed`: a change, and the server's clock when it was sent. */
export const parseChanged: Read<Change & { readonly nowMs: number }> = (value, name) => ({
  ...parseChange(value, name),
  nowMs: number(fields(value, name)['nowMs'], 'nowMs'),
});

export const parseSubscription: Read<Subscription> = (value, name) => {
  const answer = fields(value, name);
  const clock = { revision: number(answer['revision'], 'revision'), nowMs: number(answer['nowMs'], 'nowMs') };
  if (answer['state'] !== undefined) return { ...clock, state: parseState(answer['state'], 'state') };
  return { ...clock, changes: listOf(parseChange)(answer['changes'], 'changes') };
};

const parseDone: Read<Done> = (value, name) => ({
  revision: number(fields(value, name)['revision'], 'revision'),
});

const parseListedItem: Read<ListedItem> = (value, name) => {
  const item = fields(value, name);
  return {
    id: text(item['id'], 'id'),
    type: text(item['type'], 'type'),
    name: text(item['name'], 'name'),
    ...optional('artist', item['artist'], text),
    ...optional('album', item['album'], text),
    ...optional('podcast', item['podcast'], text),
    ...optional('artUrl', item['artUrl'], text),
    ...optional('durationMs', item['durationMs'], number),
  };
};

const parseItemPage: Read<ItemPage> = (value, name) => {
  const page = fields(value, name);
  return {
    items: listOf(parseListedItem)(page['items'], 'items'),
    ...optional('cursor', page['cursor'], text),
  };
};

/** One reader a method. */
export const ANSWERS: { readonly [M in MethodName]: Read<Methods[M]['result']> } = {
  'player.play': parseDone,
  'player.pause': parseDone,
  'player.playPause': parseDone,
  'player.stop': parseDone,
  'player.next': parseDone,
  'player.previous': parseDone,
  'player.replay': parseDone,
  'player.seek': parseDone,
  'player.setVolume': parseDone,
  'player.setMuted': parseDone,
  'feedback.set': parseDone,
  'library.collection': parseItemPage,
  'library.search': parseItemPage,
  'library.recentFavorites': parseItemPage,
  'library.topArtists': parseItemPage,
  'library.feedbacks': fields,
  'library.profile': fields,
  'system.info': fields,
};
