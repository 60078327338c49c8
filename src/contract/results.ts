/**
 * The schema of each method's result. Apart from the params (`methods.ts`), because the client, and so the page, needs
 * only the results.
 */
import { eitherShape, listOf, NOTHING, object, type Shape, TEXT } from './shape.js';
import { FEEDBACK_PAGE, LIBRARY_PAGE, PROFILE, RECENT_LIST } from './library.js';
import {
  ADMITTED_CLIENT,
  CATCH_UP,
  CLAIMED,
  DONE,
  INVITATION,
  OPENED,
  SNAPSHOT,
  SPEAKER,
} from './protocol.js';

export const RESULTS = {
  'session.open': OPENED,
  'state.subscribe': eitherShape(SNAPSHOT, CATCH_UP),
  'state.get': SNAPSHOT,
  'player.play': DONE,
  'player.pause': DONE,
  'player.playPause': DONE,
  'player.stop': DONE,
  'player.next': DONE,
  'player.previous': DONE,
  'player.replay': DONE,
  'player.seek': DONE,
  'player.setVolume': DONE,
  'player.setMuted': DONE,
  'feedback.set': DONE,
  'library.collection': LIBRARY_PAGE,
  'library.search': LIBRARY_PAGE,
  'library.feedbacks': FEEDBACK_PAGE,
  'library.recentFavorites': LIBRARY_PAGE,
  'library.topArtists': LIBRARY_PAGE,
  'library.profile': PROFILE,
  'library.recent': RECENT_LIST,
  'speakers.list': object({ speakers: listOf(SPEAKER) }),
  'access.invite': INVITATION,
  'access.claim': CLAIMED,
  'access.list': object({ clients: listOf(ADMITTED_CLIENT) }),
  'access.rename': object({ name: TEXT }),
  'access.revoke': NOTHING,
  'system.unpair': NOTHING,
} as const satisfies Readonly<Record<string, Shape<unknown>>>;
