/** What each call answers, read once at the door. */
import { listOf, object } from '../core/shape.js';
import { FEEDBACK_PAGE, LIBRARY_PAGE, PROFILE } from '../library.js';
import {
  ADMITTED_CLIENT,
  CATCH_UP,
  DONE,
  HELLO,
  INVITATION,
  SNAPSHOT,
  STATE_CHANGE,
  type Subscription,
  SYSTEM_INFO,
} from '../protocol.js';
import type { MethodName, Methods } from './methods.js';
import { fields, type Read, readerOf } from './shape.js';

export const parseHello = readerOf(HELLO);

/** The params of `state.changed`. */
export const parseChanged = readerOf(STATE_CHANGE);

const parseSnapshot = readerOf(SNAPSHOT);
const parseCatchUp = readerOf(CATCH_UP);

export const parseSubscription: Read<Subscription> = (value, name) =>
  fields(value, name)['state'] === undefined ? parseCatchUp(value, name) : parseSnapshot(value, name);

const parseDone = readerOf(DONE);
const parseLibraryPage = readerOf(LIBRARY_PAGE);

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
  'library.collection': parseLibraryPage,
  'library.search': parseLibraryPage,
  'library.recentFavorites': parseLibraryPage,
  'library.topArtists': parseLibraryPage,
  'library.feedbacks': readerOf(FEEDBACK_PAGE),
  'library.profile': readerOf(PROFILE),
  'access.invite': readerOf(INVITATION),
  'access.list': readerOf(object({ clients: listOf(ADMITTED_CLIENT) })),
  'access.revoke': fields,
  'system.info': readerOf(SYSTEM_INFO),
  'system.unpair': fields,
  'rpc.discover': fields,
};
