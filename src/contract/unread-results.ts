/**
 * The schemas of the results that the page's first view does not read: apart from the others, because the page's size is
 * limited. A client takes the result of a method that it has no schema of as it comes.
 */
import { SERVICE_PROFILES } from '../core/vocabulary/abilities.js';
import { ALARM_ID, PRESET, TIME_OF_DAY, WEEKDAY } from './command.js';
import { DONE } from './protocol.js';
import { PUBLIC_SOURCE } from './public-state.js';
import {
  FLAG,
  INTEGER,
  listOf,
  NOTHING,
  object,
  oneOf,
  optional,
  orNull,
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

/** The result of a sign-in from the shell: exchanged only between an agent and its own `tonearm pair`. */
const SHELL_SIGN_IN = object({
  type: oneOf('paired', 'failed', 'notIt'),
  account: optional(orNull(TEXT)),
  isNew: optional(FLAG),
  text: optional(TEXT),
});

/**
 * The result of `system.info`. `address`: where browsers reach the speaker, without a trailing slash. `quietHours`: the
 * local times between which the ceiling is `volumeMax`, if they lower it.
 */
export const SYSTEM_INFO = object({
  versions: object({ tonearm: TEXT, node: TEXT, mpv: orNull(TEXT) }),
  deviceUuid: TEXT,
  name: TEXT,
  address: optional(TEXT),
  uptimeMs: INTEGER,
  serviceProfile: oneOf(...SERVICE_PROFILES),
  quietHours: optional(object({ from: TEXT, to: TEXT, volumeMax: VOLUME })),
});
export type SystemInfo = TypeOf<typeof SYSTEM_INFO>;

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
  'system.info': SYSTEM_INFO,
  'system.record': RECORD,
  'pairing.begin': object({ url: TEXT }),
  'pairing.finish': SHELL_SIGN_IN,
  'rpc.discover': OPENRPC,
  'preset.set': NOTHING,
  'preset.list': PRESET_LIST,
} as const satisfies Readonly<Record<string, Shape<unknown>>>;
