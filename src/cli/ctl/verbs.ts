import { call } from './call.js';
import { claim } from './claim.js';
import { info, profile } from './info.js';
import { LIBRARY_VERBS } from './library.js';
import { phones } from './phones.js';
import { PLAYER_VERBS } from './player.js';
import type { ShownVerb, Verb } from './verb.js';
import { watch } from './watch.js';

/** What is done in a session with the speaker. */
export const VERBS: readonly Verb[] = [...PLAYER_VERBS, watch, ...LIBRARY_VERBS, profile, info, phones, call];

/** All that may be done, in the order of the help text. */
export const CTL_VERBS: readonly ShownVerb[] = [...VERBS, claim];
