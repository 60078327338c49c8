/**
 * The schemas of the results that the page does not read: apart from the others, because the page's size is limited. A
 * client takes the result of a method that it has no schema of as it comes.
 */
import { ALARM_ID, PRESET, TIME_OF_DAY, WEEKDAY } from './command.js';
import { DONE } from './protocol.js';
import { PUBLIC_SOURCE } from './public-state.js';
import {
  FLAG,
  INTEGER,
  listOf,
  NOTHING,
  object,
  optional,
  type Shape,
  TEXT,
  type TypeOf,
  VOLUME,
} from './shape.js';

const PRESET_LIST = object({ presets: listOf(object({ number: PRESET, source: PUBLIC_SOURCE })) });

const ALARM = object({
  id: ALARM_ID,
  time: TIME_OF_DAY,
  days: optional(listOf(WEEKDAY)),
  sourceId: optional(TEXT),
  preset: optional(PRESET),
  volume: optional(VOLUME),
  enabled: FLAG,
  nextAtMs: optional(INTEGER),
});
export type ListedAlarm = TypeOf<typeof ALARM>;

const OPENRPC: Shape<Readonly<Record<string, unknown>>> = {
  type: 'object',
  required: ['openrpc', 'info', 'methods'],
};
/** The flight recorder's lines, the audio host and whether the time for pairing is over: exchanged only between an agent and its own doctor. */
const RECORD: Shape<object> = { type: 'object' };

export const UNREAD_RESULTS = {
  'timer.sleep': DONE,
  'alarm.set': object({ id: ALARM_ID }),
  'alarm.list': object({ alarms: listOf(ALARM) }),
  'alarm.remove': NOTHING,
  'alarm.snooze': DONE,
  'alarm.dismiss': DONE,
  'player.announce': object({ announcementId: TEXT }),
  'announcement.code': object({ announcementId: TEXT, said: TEXT }),
  'announcement.cancel': NOTHING,
  'system.record': RECORD,
  'rpc.discover': OPENRPC,
  'preset.set': NOTHING,
  'preset.list': PRESET_LIST,
} as const satisfies Readonly<Record<string, Shape<unknown>>>;
