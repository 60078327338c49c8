import { currentEnvironment } from '../config/config.js';
import { EXIT } from '../contract/errors.js';
import type { Arguments, Command, Described } from './command.js';
import { explain } from './ctl/advice.js';
import { claim, runClaim } from './ctl/claim.js';
import { parseFormat, printRow } from './ctl/format.js';
import { rememberList } from './ctl/last-list.js';
import { COMMON, OPTIONS, toOptions } from './ctl/options.js';
import { openOwn } from './ctl/own.js';
import { listFromHere, speakers } from './ctl/speakers.js';
import { isNamed, openTarget, reopenTarget, type Wanted } from './ctl/target.js';
import { type Format, readNone, refuseVerb, type ShownVerb, type Told } from './ctl/verb.js';
import { CTL_VERBS, findVerb, VERBS } from './ctl/verbs.js';
import { toColumns } from './help.js';
import { AwayError } from './local-agent.js';
import { print, printText, toJson } from './output.js';
import { unlessAborted } from './stop-signal.js';

export { CTL_VERBS } from './ctl/verbs.js';

export const ctlCommand: Command = {
  name: 'ctl',
  summary: 'controls a speaker: the one on this machine, or another on the network',
  words: 'VERB …',
  options: OPTIONS,
  notes: [],
  describe,
  async run(given, stop) {
    const verb = findVerb(given.words[0]);
    refuseForeignOptions(verb, given);
    const text = given.values['format'];
    const format = text === undefined ? null : parseFormat(verb, text);
    if (format !== null && given.flags.has('json'))
      throw refuseVerb(verb, 'use either --json or --format, not both');
    const told = await perform(verb, given, format, stop);
    if (told === null) return EXIT.clean;
    show(told, given, format);
    if (told.problem !== undefined) throw told.problem;
    return EXIT.clean;
  },
};

async function perform(
  verb: ShownVerb,
  given: Arguments,
  format: Format | null,
  stop: AbortSignal,
): Promise<Told> {
  const words = given.words.slice(1);
  const wanted = toWanted(verb, given);
  const environment = currentEnvironment();
  if (verb.name === claim.name) {
    const { name = null } = given.values;
    return unlessAborted(runClaim({ words, name, wanted, environment }), stop);
  }
  const known = VERBS.find(({ name }) => name === verb.name);
  if (known === undefined) return null;
  if (known.usage === '') readNone(known, words);
  const act = known.read(words, given);
  const isListing = known === speakers && !isNamed(wanted);
  const opening = isListing ? openOwn(environment).catch(passOver) : openTarget(wanted, environment);
  const client = await unlessAborted(opening, stop);
  if (client === null) return unlessAborted(listFromHere(environment), stop);
  const reopen = () => reopenTarget(client, wanted, environment);
  try {
    const acting = Promise.resolve(act({ client, reopen, isJson: given.flags.has('json'), format, stop }));
    const told = await (known.lasts === true ? acting : unlessAborted(acting, stop));
    const { deviceUuid = '' } = client.hello ?? {};
    if (told?.ids !== undefined) rememberList({ deviceUuid, ids: told.ids }, environment);
    return told;
  } catch (error) {
    throw await explain(error, client, given);
  } finally {
    client.stop();
  }
}

/** Whom else there is can be told without this machine's own speaker. */
function passOver(error: unknown): null {
  if (error instanceof AwayError) return null;
  throw error;
}

function show({ json, text, rows = [] }: NonNullable<Told>, given: Arguments, format: Format | null): void {
  if (given.flags.has('json')) {
    print(toJson(json));
    return;
  }
  if (format !== null) for (const row of rows) printRow(format, row);
  else if (text !== '') printText(text, currentEnvironment());
}

function refuseForeignOptions(verb: ShownVerb, { values, flags }: Arguments): void {
  const allowed = optionsOf(verb);
  const foreign = [...Object.keys(values), ...flags].find(name => !allowed.includes(name));
  if (foreign !== undefined) throw refuseVerb(verb, `"ctl ${verb.name}" has no option --${foreign}`);
}

function toWanted(verb: ShownVerb, { values }: Arguments): Wanted {
  const empty = COMMON.find(name => values[name] === '');
  if (empty !== undefined) throw refuseVerb(verb, `--${empty} needs a value`);
  const { url = null, device = null, token = null } = values;
  if (url !== null && device !== null) throw refuseVerb(verb, 'use either --device or --url, not both');
  return { url, device, token };
}

/** Returns the help of `ctl`, or of the named verb. */
function describe([name]: readonly string[]): Described {
  return name === undefined ? describeAll() : describeVerb(findVerb(name));
}

function describeVerb({ name, usage, summary, notes = [], options, fields }: ShownVerb): Described {
  return {
    usage: `ctl ${name} ${usage}`.trim(),
    summary,
    options: toOptions(options, fields),
    notes,
  };
}

function describeAll(): Described {
  return {
    usage: 'ctl VERB …',
    summary: ctlCommand.summary,
    options: toOptions([]),
    notes: [
      ...toColumns(CTL_VERBS.map(({ name, summary }) => [name, summary])),
      '',
      '"tonearm help ctl VERB" shows the help of a verb. On a machine that is a speaker, ctl controls that speaker unless ' +
        '--device or --url names another; root, the agent’s user and members of its group need no token there. On any ' +
        'other machine, ctl controls the only speaker that is known or in sight.',
      'Exit codes: 0 done; 1 refused, nothing found, or no speaker answers (it says why); 64 wrong usage, or ' +
        'several speakers answer; 69 avahi-browse is missing.',
    ],
  };
}

/** Returns the options of a verb: those of every verb, and its own. */
function optionsOf({ options, fields }: Pick<ShownVerb, 'options' | 'fields'>): readonly string[] {
  return [...COMMON, ...options, ...(fields === undefined ? [] : ['format'])];
}
