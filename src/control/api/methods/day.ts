import { setTimeout as delay } from 'node:timers/promises';
import type { Agenda } from '../../../core/model/agenda.js';
import { toPublicSource } from '../../../core/projections.js';
import type { Agent } from '../../../contract/ports.js';
import { EXAMPLE_SOURCE } from '../examples.js';
import type { Rows } from '../method.js';
import { alarmMethods } from './alarm.js';
import { type Commanded, executed } from './player.js';

export interface DayMethodsOptions {
  readonly agent: Agent;
  /** What is planned, and what is under the numbers. */
  readonly agenda: () => Agenda;
  /** Resolves once what a restart needs is on the disk, or could not be written. */
  readonly kept: () => Promise<void>;
}

/** A disk that stands still keeps nobody waiting for longer: what was asked for is done. */
const KEPT_WITHIN_MS = 3_000;

/** The speaker's day: what it does by number and by the clock. */
export function dayMethods({
  agent: asked,
  agenda,
  kept,
}: DayMethodsOptions): Rows<'preset' | 'timer' | 'alarm'> {
  // Nobody sees in the evening that an alarm is not there any more, so none is said to be set before it is kept.
  const agent: Commanded = {
    async execute(command, cause) {
      const done = await asked.execute(command, cause);
      await Promise.race([kept(), delay(KEPT_WITHIN_MS, undefined, { ref: false })]);
      return done;
    },
    snapshot: () => asked.snapshot(),
  };
  return {
    ...alarmMethods({ agent, agenda }),
    'preset.set': {
      doc:
        'Puts a source under a number from 1 to 9: `sourceId`, or what plays if that is left out. `null` empties the ' +
        'number. `player.play {"preset"}` plays it.',
      examples: [
        { params: { number: 1, sourceId: 'ST:1842733190' }, result: {} },
        { params: { number: 9, sourceId: null }, result: {} },
      ],
      call: async (params, context) => {
        await executed(agent, 'preset.set', params, context);
        return {};
      },
    },
    'preset.list': {
      doc: 'Lists what is under the numbers, in their order. Empty numbers are left out.',
      examples: [{ params: {}, result: { presets: [{ number: 1, source: EXAMPLE_SOURCE }] } }],
      call: () => ({
        presets: agenda().presets.map(({ number, source }) => ({ number, source: toPublicSource(source) })),
      }),
    },
  };
}
