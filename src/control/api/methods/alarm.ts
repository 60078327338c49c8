import { randomUUID } from 'node:crypto';
import { nextOf } from '../../../core/facts/alarms.js';
import type { Agenda, Alarm } from '../../../core/model/agenda.js';
import type { ListedAlarm } from '../../../contract/unread-results.js';
import type { Rows } from '../method.js';
import { invalidParams, RpcError } from '../../rpc-error.js';
import { type Commanded, executed } from './player.js';

export interface AlarmMethodsOptions {
  readonly agent: Commanded;
  readonly agenda: () => Agenda;
}

const FIRST_REVISION = 2_251_799_813_685_300;

/** The sleep timer and the alarms. */
export function alarmMethods({ agent, agenda }: AlarmMethodsOptions): Rows<'timer' | 'alarm'> {
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

function refuseBoth(one: string, other: string): (params: unknown) => void {
  return params => {
    const given = Object(params) as Readonly<Record<string, unknown>>;
    if (given[one] !== undefined && given[other] !== undefined)
      throw new RpcError(invalidParams(other, `is not taken beside ${one}`));
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
