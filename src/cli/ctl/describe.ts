import type { Described } from '../command.js';
import { toColumns } from '../help.js';
import { COMMON, toOptions } from './options.js';
import type { ShownVerb } from './verb.js';
import { CTL_VERBS, findVerb } from './verbs.js';

const SUMMARY = 'controls a speaker: the one on this machine, or another on the network';

/** Returns the help of `ctl`, or of the named verb. */
export function describe([name]: readonly string[]): Described {
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
    summary: SUMMARY,
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
export function optionsOf({ options, fields }: Pick<ShownVerb, 'options' | 'fields'>): readonly string[] {
  return [...COMMON, ...options, ...(fields === undefined ? [] : ['format'])];
}
