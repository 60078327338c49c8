import { currentEnvironment } from '../config.js';
import { suggestName } from '../config/nearest-name.js';
import { EXIT } from '../errors.js';
import { MOST_LISTED } from '../core/limits.js';
import { refuse, toColumns } from './arguments.js';
import type { Arguments, Command } from './command.js';
import { claim, runClaim } from './ctl/claim.js';
import { toExitError } from './ctl/connect.js';
import { LIBRARY_VERBS } from './ctl/library.js';
import { phones } from './ctl/phones.js';
import { PLAYER_VERBS } from './ctl/player.js';
import { openTarget, type Wanted } from './ctl/target.js';
import type { Told, Verb } from './ctl/verb.js';
import { watch } from './ctl/watch.js';
import { print, toJson } from './output.js';
import { unlessAborted } from './stop-signal.js';

const VERBS: readonly Verb[] = [...PLAYER_VERBS, ...LIBRARY_VERBS, phones, watch];
/** All that may be done, in the order of the help text. */
export const CTL_VERBS: readonly Omit<Verb, 'read'>[] = [...VERBS, claim];

/** Options that every verb takes. */
export const COMMON: readonly string[] = ['json', 'device', 'url', 'token'];

export const ctlCommand: Command = {
  name: 'ctl',
  summary: 'controls a speaker, this one or another in the network',
  words: 'VERB …',
  options: {
    json: { value: null, summary: 'print JSON' },
    device: { value: 'NAME', summary: 'which speaker, by its name or id' },
    url: { value: 'URL', summary: 'which speaker, by its address, such as http://kitchen.local:8710/' },
    token: { value: 'TOKEN', summary: 'control token; better in TONEARM_CONTROL_TOKEN, or by "ctl claim"' },
    types: { value: 'LIST', summary: 'search, collection: type codes, such as ST,AL, or PC,PE for podcasts' },
    limit: { value: 'NUMBER', summary: `search, collection: at most so many, 1 to ${MOST_LISTED}` },
    cursor: { value: 'CURSOR', summary: 'search, collection: where the last list ended' },
    sort: { value: 'FIELD', summary: 'collection: such as ADDED_TIME' },
    order: { value: 'ORDER', summary: 'collection: such as DESC' },
    name: { value: 'NAME', summary: 'claim: what the speaker calls you' },
    replace: {
      value: null,
      summary: 'claim: also where a token of another speaker with the same id is lost',
    },
  },
  notes: [
    ...toColumns(CTL_VERBS.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary])),
    '',
    'On the speaker itself no token is needed, as its user, a member of its group or root. A machine has a Tonearm where TONEARM_… settings,',
    '/etc/tonearm/tonearm.env, or the state or runtime directory of an agent is there: it is meant then, running or not,',
    'and no other. Elsewhere the only speaker in the network is meant. --device or --url names another one.',
    'Exit codes: 0 done, 1 refused, or no speaker answers (standard error says why), 64 wrong usage or several speakers,',
    '69 avahi-browse is missing.',
  ],
  async run(given, stop) {
    const told = await perform(given, stop);
    const text = told !== null && given.flags.has('json') ? toJson(told.json) : (told?.text ?? '');
    if (text !== '') print(text);
    return EXIT.clean;
  },
};

async function perform(given: Arguments, stop: AbortSignal): Promise<Told> {
  const [word, ...words] = given.words;
  const names = CTL_VERBS.map(({ name }) => name);
  if (word === undefined) throw refuse(ctlCommand, 'what is to be done?');
  const verb = CTL_VERBS.find(({ name }) => name === word);
  if (verb === undefined) {
    throw refuse(ctlCommand, `there is no verb ${JSON.stringify(word)}${suggestName(word, names)}`);
  }
  refuseForeignOptions(verb, given);
  const wanted = toWanted(given);
  const environment = currentEnvironment();
  if (word === claim.name) {
    const options = { name: given.values['name'] ?? null, isReplacing: given.flags.has('replace') };
    return unlessAborted(runClaim({ words, ...options, wanted, environment }), stop);
  }
  const known = VERBS.find(({ name }) => name === word);
  if (known === undefined) return null;
  const act = known.read(words, given);
  const client = await unlessAborted(openTarget(wanted, environment), stop);
  try {
    const acting = Promise.resolve(act({ client, stop, isJson: given.flags.has('json') }));
    return await (known.lasts === true ? acting : unlessAborted(acting, stop));
  } catch (error) {
    throw toExitError(error, wanted.url ?? wanted.device ?? 'this address');
  } finally {
    client.stop();
  }
}

function refuseForeignOptions(verb: Omit<Verb, 'read'>, { values, flags }: Arguments): void {
  const allowed = [...COMMON, ...verb.options];
  const foreign = [...Object.keys(values), ...flags].find(name => !allowed.includes(name));
  if (foreign !== undefined) throw refuse(ctlCommand, `"ctl ${verb.name}" has no option --${foreign}`);
}

function toWanted({ values }: Arguments): Wanted {
  const empty = COMMON.find(name => values[name] === '');
  if (empty !== undefined) throw refuse(ctlCommand, `--${empty} needs a value`);
  const { url = null, device = null, token = null } = values;
  if (url !== null && device !== null) throw refuse(ctlCommand, 'either --device or --url, not both');
  return { url, device, token };
}
