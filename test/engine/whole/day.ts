/** What a listener plans, and the keys of a speaker, as acts of a story. */
import type { Command } from '../../../src/contract/command.js';
import { weekdayOf } from './eye.js';
import type { World } from './world.js';

export type Act = readonly [name: string, act: (world: World) => void];

export const command = (name: string, asked: Command): Act => [name, world => world.ask(asked)];

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Before the hour of an alarm: its source is asked for early, and a little may happen. */
const AHEAD_MS = 2_000;

interface OfAlarm {
  readonly sourceId?: string;
  readonly preset?: number;
  /** Which weekdays, from that of the next full minute. */
  readonly toDays?: (today: number) => readonly number[];
}

/** An alarm at the next full minute, and a clock that is set to shortly before. */
function ringSoon(world: World, { toDays, ...of }: OfAlarm = {}): void {
  const atMs = Math.ceil((world.epochMs + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  const time = new Date(atMs).toISOString().slice(11, 16);
  const days = toDays === undefined ? {} : { days: [...toDays(weekdayOf(atMs))] };
  world.ask({ type: 'setAlarm', id: 'morning', time, volume: 30, ...days, ...of });
  world.setClock(atMs - AHEAD_MS - world.epochMs);
}

/** The clock is set to shortly before the hour, UTC. */
function setShortlyBefore(world: World, hour: number): void {
  const day = new Date(world.epochMs + AHEAD_MS);
  const atMs = day.setUTCHours(hour, 0, 0, 0);
  const nextMs = atMs < world.epochMs + AHEAD_MS ? atMs + DAY_MS : atMs;
  world.setClock(nextMs - AHEAD_MS - world.epochMs);
}

export const NIGHT: readonly Act[] = [
  ['the night comes', world => setShortlyBefore(world, 22)],
  ['the morning comes', world => setShortlyBefore(world, 7)],
];

const station = ({ service }: World): string => `ST:${service.account.place.listener}2`;

export const DAY: readonly Act[] = [
  command('key louder', { type: 'setVolume', offset: 10 }),
  command('key quieter', { type: 'setVolume', offset: -10 }),
  ['key mute', world => world.ask({ type: 'setMuted', muted: !world.known.muted })],
  command('store preset 1', { type: 'setPreset', number: 1 }),
  [
    'store a station as preset 1',
    world => world.ask({ type: 'setPreset', number: 1, sourceId: station(world) }),
  ],
  command('empty preset 1', { type: 'setPreset', number: 1, sourceId: null }),
  command('play preset 1', { type: 'play', preset: 1 }),
  command('sleep soon', { type: 'sleep', afterMs: 5_000 }),
  command('sleep after the item', { type: 'sleep', afterItem: true }),
  command('stay awake', { type: 'sleep' }),
  ...['bell', 'voice', 'sermon', 'sermon again'].map(id =>
    command(`announce ${id}`, { type: 'announce', id, by: 'Ada', lengthMs: 2_000 }),
  ),
  command('cancel bell', { type: 'cancelAnnouncement', announcementId: 'bell' }),
  ['alarm of what played', world => ringSoon(world)],
  ['alarm of a station', world => ringSoon(world, { sourceId: station(world) })],
  ['alarm of preset 1', world => ringSoon(world, { preset: 1 })],
  ['alarm of every day', world => ringSoon(world, { toDays: () => EVERY_DAY })],
  [
    'alarm of weekends',
    world => ringSoon(world, { toDays: () => EVERY_DAY.slice(5), sourceId: station(world) }),
  ],
  ['alarm of this weekday', world => ringSoon(world, { toDays: today => [today] })],
  [
    'alarm of the other weekdays',
    world => ringSoon(world, { toDays: today => EVERY_DAY.filter(day => day !== today) }),
  ],
  command('remove the alarm', { type: 'removeAlarm', id: 'morning' }),
  command('snooze', { type: 'snooze', afterMs: 3_000 }),
  command('dismiss', { type: 'dismiss' }),
];
