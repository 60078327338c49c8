import type { ControlClient } from '../../client/control-client.js';
import type { ListedAlarm } from '../../contract/unread-results.js';
import { toTable } from '../text/table.js';
import { findPlayable } from './play.js';
import { toMinute } from './show.js';
import { type VerbAction, readNone, readVolume, refuseVerb, type Scene, type Verb } from './verb.js';

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const SETS: Readonly<Record<string, readonly number[]>> = {
  daily: [1, 2, 3, 4, 5, 6, 7],
  weekdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
};

/** Sets, lists, removes, snoozes and ends alarms. */
export const alarm: Verb = {
  name: 'alarm',
  usage: '[HH:MM [DAYS] [WHAT]|remove ID|snooze [MINUTES]|dismiss]',
  summary: 'sets an alarm, lists them, or silences the one that rings',
  words: ['remove', 'snooze', 'dismiss'],
  notes: [
    'DAYS is daily, weekdays, weekend or names such as mon,wed; without it the alarm rings once. WHAT is a number of the ' +
      'presets after "preset", or as for "ctl play"; without it the alarm plays what played last. --volume sets its volume.',
    '  tonearm ctl alarm 7:00 weekdays preset 1 --volume 30',
    '  tonearm ctl alarm 8:30 sat,sun morning jazz',
    '  tonearm ctl alarm snooze 5',
  ],
  options: ['volume'],
  read(words, { values }) {
    const [word, ...rest] = words;
    const volume = readVolume(alarm, values);
    if (word === undefined) return listed;
    if (word === 'dismiss') return acted(rest, client => client.call('alarm.dismiss', {}));
    if (word === 'snooze') return snoozed(rest);
    if (word === 'remove') {
      const [id, extra] = rest;
      if (id === undefined || extra !== undefined) throw refuseVerb(alarm, 'name the alarm to remove');
      return acted([], client => client.call('alarm.remove', { id }));
    }
    const time = TIME.exec(word);
    if (time === null) throw refuseVerb(alarm, `${JSON.stringify(word)} is not a time such as 07:00`);
    const days = toDays(rest[0]);
    const when = { time: word.padStart(5, '0'), ...(days !== null && { days }), ...volume };
    return set(when, days === null ? rest : rest.slice(1));
  },
};

function toDays(word: string | undefined): readonly number[] | null {
  if (word === undefined) return null;
  const named = Object.hasOwn(SETS, word) ? SETS[word] : undefined;
  if (named !== undefined) return named;
  const days = word.split(',').map(name => DAYS.indexOf(name.toLowerCase()) + 1);
  return days.includes(0) ? null : days;
}

type When = { readonly time: string; readonly days?: readonly number[]; readonly volume?: number };

function set(when: When, what: readonly string[]): VerbAction {
  const number = what[0] === 'preset' && /^[1-9]$/.test(what[1] ?? '') ? Number(what[1]) : null;
  return async scene => {
    const { client } = scene;
    if (number !== null) await client.call('alarm.set', { ...when, preset: number });
    else if (what.length === 0) await client.call('alarm.set', when);
    else {
      const found = await findPlayable(scene, what.join(' '));
      if (typeof found !== 'string') return found;
      await client.call('alarm.set', { ...when, sourceId: found });
    }
    return listed(scene);
  };
}

function snoozed(rest: readonly string[]): VerbAction {
  const [minutes, ...extra] = rest;
  if (minutes !== undefined && !/^[1-9]\d{0,2}$/.test(minutes))
    throw refuseVerb(alarm, `${JSON.stringify(minutes)} is not a number of minutes`);
  const params = minutes === undefined ? {} : { afterMs: Number(minutes) * 60_000 };
  return acted(extra, client => client.call('alarm.snooze', params));
}

function acted(extra: readonly string[], act: (client: ControlClient) => Promise<unknown>): VerbAction {
  readNone(alarm, extra);
  return async scene => {
    await act(scene.client);
    return listed(scene);
  };
}

async function listed({ client }: Pick<Scene, 'client'>) {
  const { alarms } = await client.call('alarm.list', {});
  const rows = alarms.map(each => [
    { text: each.id, style: 'bold' as const },
    { text: each.time },
    { text: toFacts(each) },
  ]);
  return {
    json: { alarms },
    text: rows.length === 0 ? 'no alarm is set' : toTable(rows, Number.POSITIVE_INFINITY),
  };
}

function toFacts({ days, sourceId, preset, volume, nextAtMs }: ListedAlarm): string {
  return [
    days === undefined ? 'once' : days.map(day => DAYS[day - 1]).join(','),
    ...(preset === undefined ? [] : [`preset ${preset}`]),
    ...(sourceId === undefined ? [] : [sourceId]),
    ...(volume === undefined ? [] : [`volume ${volume}`]),
    nextAtMs === undefined ? 'does not ring' : `rings ${toMinute(nextAtMs)}`,
  ].join(', ');
}
