/** What each call answers, read once at the door. */
import type { Cause } from '../core/command.js';
import type {
  AdmittedClient,
  Change,
  Done,
  FeedbackPage,
  Hello,
  Invitation,
  ItemPage,
  ListedItem,
  MethodName,
  Methods,
  Profile,
  Subscription,
  SystemInfo,
} from './protocol.js';
import { fields, flag, listOf, number, oneOf, optional, orNull, type Read, text } from './shape.js';
import { parseChanges, parseSource, parseState } from './state-shape.js';

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
    ...optional('releaseDate', item['releaseDate'], text),
  };
};

const parseItemPage: Read<ItemPage> = (value, name) => {
  const page = fields(value, name);
  return {
    items: listOf(parseListedItem)(page['items'], 'items'),
    ...optional('cursor', page['cursor'], text),
  };
};

const parseFeedback: Read<FeedbackPage['items'][number]> = (value, name) => {
  const feedback = fields(value, name);
  return {
    target: parseListedItem(feedback['target'], 'target'),
    sourceContext: orNull(parseSource)(feedback['sourceContext'], 'sourceContext'),
  };
};

const parseFeedbackPage: Read<FeedbackPage> = (value, name) => {
  const page = fields(value, name);
  return {
    items: listOf(parseFeedback)(page['items'], 'items'),
    ...optional('cursor', page['cursor'], text),
  };
};

const parseFollowed: Read<Profile['following'][number]> = (value, name) => {
  const followed = fields(value, name);
  return {
    fullname: text(followed['fullname'], 'fullname'),
    isBeingFollowed: flag(followed['isBeingFollowed'], 'isBeingFollowed'),
  };
};

const parseProfile: Read<Profile> = (value, name) => {
  const profile = fields(value, name);
  return {
    id: text(profile['id'], 'id'),
    fullname: orNull(text)(profile['fullname'], 'fullname'),
    displayName: text(profile['displayName'], 'displayName'),
    bio: orNull(text)(profile['bio'], 'bio'),
    imageUrl: orNull(text)(profile['imageUrl'], 'imageUrl'),
    private: flag(profile['private'], 'private'),
    followers: listOf((follower, place) => ({
      fullname: text(fields(follower, place)['fullname'], 'fullname'),
    }))(profile['followers'], 'followers'),
    following: listOf(parseFollowed)(profile['following'], 'following'),
  };
};

const parseInvitation: Read<Invitation> = (value, name) => {
  const invitation = fields(value, name);
  return {
    code: text(invitation['code'], 'code'),
    link: text(invitation['link'], 'link'),
    expiresMs: number(invitation['expiresMs'], 'expiresMs'),
  };
};

const parseAdmitted: Read<AdmittedClient> = (value, name) => {
  const client = fields(value, name);
  return {
    id: text(client['id'], 'id'),
    name: text(client['name'], 'name'),
    createdMs: number(client['createdMs'], 'createdMs'),
    ...optional('lastSeenMs', client['lastSeenMs'], number),
    ...optional('self', client['self'], flag),
  };
};

const parseSystemInfo: Read<SystemInfo> = (value, name) => {
  const info = fields(value, name);
  const versions = fields(info['versions'], 'versions');
  return {
    versions: {
      tonearm: text(versions['tonearm'], 'tonearm'),
      node: text(versions['node'], 'node'),
      mpv: orNull(text)(versions['mpv'], 'mpv'),
    },
    deviceUuid: text(info['deviceUuid'], 'deviceUuid'),
    name: text(info['name'], 'name'),
    uptimeMs: number(info['uptimeMs'], 'uptimeMs'),
    serviceProfile: oneOf(['auto', 'core', 'full'])(info['serviceProfile'], 'serviceProfile'),
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
  'library.feedbacks': parseFeedbackPage,
  'library.profile': parseProfile,
  'access.invite': parseInvitation,
  'access.list': (value, name) => ({
    clients: listOf(parseAdmitted)(fields(value, name)['clients'], 'clients'),
  }),
  'access.revoke': fields,
  'system.info': parseSystemInfo,
  'system.unpair': fields,
  'rpc.discover': fields,
};
