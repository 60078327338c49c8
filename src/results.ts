/**
 * What each method is answered with. Apart from what it is asked with (`methods.ts`), as the client, and so the page, reads the
 * answers alone.
 */
import { NOTHING } from './core/command.js';
import {
  eitherShape,
  FLAG,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  TEXT,
} from './core/shape.js';
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
  SYSTEM_INFO,
} from './protocol.js';

/** The flight recorder's lines, and the host of the audio: between an agent and its own doctor. */
const RECORD: Shape<object> = { type: 'object' };
/** What came of a sign-in from the shell of the device: between an agent and its own `tonearm pair`. */
const SHELL_SIGN_IN = object({
  type: oneOf('paired', 'failed', 'notIt'),
  account: optional(orNull(TEXT)),
  isNew: optional(FLAG),
  text: optional(TEXT),
});
const OPENRPC: Shape<Readonly<Record<string, unknown>>> = {
  type: 'object',
  required: ['openrpc', 'info', 'methods'],
};

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
  'system.info': SYSTEM_INFO,
  'system.record': RECORD,
  'pairing.begin': object({ url: TEXT }),
  'pairing.finish': SHELL_SIGN_IN,
  'system.unpair': NOTHING,
  'rpc.discover': OPENRPC,
} as const satisfies Readonly<Record<string, Shape<unknown>>>;
