import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { nextOf } from '../../../core/facts/alarms.js';
import type { Agenda, Alarm } from '../../../core/model/agenda.js';
import { toPublicSource } from '../../../core/projections.js';
import type { Agent } from '../../../contract/ports.js';
import type { ListedAlarm } from '../../../contract/unread-results.js';
import { EXAMPLE_SOURCE } from '../examples.js';
import { refuseBoth, type Rows } from '../method.js';
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
const FIRST_REVISION = 2_251_799_813_685_300;

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
    ...alarmMethods(agent, agenda),
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

/** The sleep timer and the alarms. */
function alarmMethods(agent: Commanded, agenda: () => Agenda): Rows<'timer' | 'alarm'> {
  return {
    'timer.sleep': {
      doc:
        'Lets the speaker pause after a time, at most a day, or after the item that plays; without either, ends the ' +
        'timer. The sound fades for the last 30 seconds; the volume stays what it is. An alarm ends the timer when it ' +
        'rings; a timer set after that dismisses the alarm.',
      examples: [
        { params: { afterMs: 1_800_000 }, result: { revision: FIRST_REVISION } },
        { params: { afterItem: true }, result: { revision: FIRST_REVISION + 1 } },
      ],
      judge: refuseBoth('afterMs', 'afterItem'),
      call: (params, context) => executed(agent, 'timer.sleep', params, context),
    },
    'alarm.set': {
      doc:
        'Sets an alarm, or changes the one with this `id`: at a local time, on these weekdays (1 is Monday) or, without ' +
        '`days`, once. It plays a source, a preset, or what played last. 16 alarms at most.',
      examples: [
        {
          params: { id: 'morning', time: '07:00', days: [1, 2, 3, 4, 5], preset: 1, volume: 30 },
          result: { id: 'morning' },
        },
      ],
      judge: refuseBoth('sourceId', 'preset'),
      async call(params, context) {
        const id = params.id ?? randomUUID().slice(0, 8);
        await executed(agent, 'alarm.set', { ...params, id }, context);
        return { id };
      },
    },
    'alarm.list': {
      doc: 'Lists the alarms. `nextAtMs`: when it rings next; left out if it does not.',
      examples: [
        { params: {}, result: { alarms: [{ id: 'morning', time: '07:00', volume: 30, enabled: false }] } },
      ],
      call: () => ({ alarms: agenda().alarms.map(alarm => toListed(alarm, agenda())) }),
    },
    'alarm.remove': {
      doc: 'Removes an alarm. Succeeds even if there is none.',
      examples: [{ params: { id: 'morning' }, result: {} }],
      async call(params, context) {
        await executed(agent, 'alarm.remove', params, context);
        return {};
      },
    },
    'alarm.snooze': {
      doc: 'Silences the alarm that rings, for 9 minutes or `afterMs`. Then it rings again.',
      examples: [{ params: { afterMs: 300_000 }, result: { revision: FIRST_REVISION + 2 } }],
      call: (params, context) => executed(agent, 'alarm.snooze', params, context),
    },
    'alarm.dismiss': {
      doc: 'Ends the alarm that rings, or its snooze. Succeeds even if none rings.',
      examples: [{ params: { commandId: 'dismiss-1' }, result: { revision: FIRST_REVISION + 3 } }],
      call: (params, context) => executed(agent, 'alarm.dismiss', params, context),
    },
  };
}

function toListed(alarm: Alarm, agenda: Agenda): ListedAlarm {
  const { id, minute, days, sourceId, preset, volume, enabled } = alarm;
  const nextAtMs = nextOf({ agenda }, alarm);
  const digits = (count: number) => String(count).padStart(2, '0');
  return {
    id,
    time: `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`,
    ...(days.length > 0 && { days }),
    ...(sourceId !== null && { sourceId }),
    ...(preset !== null && { preset }),
    ...(volume !== null && { volume }),
    enabled,
    ...(nextAtMs !== null && { nextAtMs }),
  };
}
