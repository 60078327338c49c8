import { suggestName } from '../../config/nearest-name.js';
import { EXIT } from '../../contract/errors.js';
import { createTrouble } from '../trouble.js';
import { call } from './call.js';
import { claim } from './claim.js';
import { info, profile } from './info.js';
import { LIBRARY_VERBS } from './library.js';
import { alarm } from './alarm.js';
import { sleep } from './sleep.js';
import { preset } from './preset.js';
import { phones } from './phones.js';
import { PLAYER_VERBS } from './player.js';
import { say, sayCode } from './say.js';
import { recent } from './recent.js';
import { speakers } from './speakers.js';
import type { ShownVerb, Verb } from './verb.js';
import { watch } from './watch.js';

/** The verbs that run in a session with the speaker. */
export const VERBS: readonly Verb[] = [
  ...PLAYER_VERBS,
  sleep,
  alarm,
  preset,
  say,
  sayCode,
  watch,
  ...LIBRARY_VERBS,
  recent,
  profile,
  info,
  phones,
  speakers,
  call,
];

/** All verbs, in the order of the help text. */
export const CTL_VERBS: readonly ShownVerb[] = [...VERBS, claim];

/** Returns the verb of this name. Throws an `ExitError` 64 that suggests the nearest verb. */
export function findVerb(word: string | undefined): ShownVerb {
  const verb = CTL_VERBS.find(({ name }) => name === word);
  if (verb !== undefined) return verb;
  const names = CTL_VERBS.map(({ name }) => name);
  const problem =
    word === undefined ? 'no verb given' : `unknown verb ${JSON.stringify(word)}${suggestName(word, names)}`;
  throw createTrouble(problem, '"tonearm help ctl" lists the verbs', { exitCode: EXIT.usage });
}
