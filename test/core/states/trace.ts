import { TONE } from '../../../src/core/facts/ring.js';
import type { Effect } from '../../../src/core/reconcile/effect.js';
import type { Event } from '../../../src/core/vocabulary/event.js';
import { COMMAND, commandOf } from '../../../src/core/tables/command.js';
import { PLACE, placeOf } from '../../../src/core/tables/place.js';
import type { Row } from '../../../src/core/tables/row.js';
import { SOUND, soundOf, type SoundWant } from '../../../src/core/tables/sound.js';
import type { Decision } from '../../../src/contract/ports.js';
import { createStage } from '../../rigs/core/stage.js';
import type { Flow } from './flows.js';

export const TABLES = { SOUND, PLACE, COMMAND } as const;

type Table = keyof typeof TABLES;

/** One event of a flow: `rows` are those that decided, in the order in which they did, by table. */
export interface Step {
  readonly atMs: number;
  readonly event: string;
  readonly rows: Readonly<Record<Table, readonly string[]>>;
  /** What the rows of SOUND had the player hold. */
  readonly holds: readonly { readonly row: string; readonly what: string }[];
  readonly effects: readonly string[];
}

/** What happens in a flow, as core decides it. */
export function trace({ options, given, happens }: Flow): readonly Step[] {
  const steps: Step[] = [];
  let isTold = given === undefined;
  let fromMs = 0;
  const rows = listen();
  const stage = createStage({
    ...options,
    follow({ event, after, effects, steadyMs }: Decision) {
      const decided = rows.take();
      const fitting = { SOUND: soundOf(after), PLACE: placeOf(after), COMMAND: commandOf(after) };
      const seen = (table: Table) => [...new Set([...decided[table], fitting[table].name])];
      const step = { SOUND: seen('SOUND'), PLACE: seen('PLACE'), COMMAND: seen('COMMAND') };
      if (isTold)
        steps.push({
          atMs: steadyMs - fromMs,
          event: tellEvent(event),
          rows: step,
          holds: decided.holds,
          effects: effects.map(tellEffect),
        });
    },
  });
  try {
    given?.(stage);
    isTold = true;
    fromMs = stage.now;
    happens(stage);
  } finally {
    rows.stop();
  }
  return steps;
}

type Heard = Record<Table, string[]> & { holds: Step['holds'][number][] };

/** Hears which rows are asked what they want: those that fit between two rounds, too. */
function listen() {
  const wants: { readonly row: Row<unknown>; readonly want: Row<unknown>['want'] }[] = [];
  const nothing = (): Heard => ({ SOUND: [], PLACE: [], COMMAND: [], holds: [] });
  let heard = nothing();
  for (const table of Object.keys(TABLES) as Table[])
    for (const row of TABLES[table] as readonly Row<unknown>[]) {
      const { want } = row;
      wants.push({ row, want });
      Object.assign(row, {
        want(state: Parameters<typeof want>[0]) {
          const wanted = want(state);
          heard[table].push(row.name);
          if (table === 'SOUND') heard.holds.push({ row: row.name, what: tellWant(wanted as SoundWant) });
          return wanted;
        },
      });
    }
  return {
    take() {
      const taken = heard;
      heard = nothing();
      return taken;
    },
    stop() {
      for (const { row, want } of wants) Object.assign(row, { want });
    },
  };
}

/** Only the current entry is ever held, and the tone of an alarm. */
function tellWant({ hold, run, device }: SoundWant): string {
  const entry = hold === TONE ? 'the tone' : 'the current entry';
  const what = hold === null ? 'nothing' : run ? entry : `${entry}, at rest`;
  return device ? what : `${what}, and no device`;
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

function tellEvent(event: Event): string {
  switch (event.type) {
    case 'command.received': {
      const { type, ...details } = event.command;
      return [`command.received ${type}`, ...Object.values(details).map(String)].join(' ');
    }
    case 'service.answered':
      return `service.answered ${tellAnswer(event)}`;
    case 'service.failed': {
      const { code, outcome, empty } = event.failure;
      return `service.failed ${code}, ${empty ? 'nothing held' : outcome}`;
    }
    case 'timer.fired':
      return `timer.fired ${event.name}`;
    case 'player.failed':
      return `player.failed ${event.fault}`;
    default:
      return 'positionMs' in event ? `${event.type} at ${seconds(event.positionMs)}` : event.type;
  }
}

function tellAnswer({ item, source }: Extract<Event, { type: 'service.answered' }>): string {
  const what = item === null ? 'nothing' : item.index === null ? item.typename : `item ${item.index}`;
  return source === null ? what : `${source.id}, ${what}`;
}

function tellEffect(effect: Effect): string {
  switch (effect.type) {
    case 'player.load':
      return `player.load ${effect.url.split('/').at(-1)} (${effect.mode}, from ${seconds(effect.startMs)})`;
    case 'player.seek':
      return `player.seek ${seconds(effect.positionMs)}`;
    case 'player.setVolume':
      return `player.setVolume ${effect.volume}`;
    case 'service.ask':
      return `service.ask ${effect.ask.op}`;
    case 'timer.set': {
      const spread = effect.spreadMs === 0 ? '' : ` to ${seconds(effect.delayMs + effect.spreadMs)}`;
      return `timer.set ${effect.name} ${seconds(effect.delayMs)}${spread}`;
    }
    case 'timer.cancel':
      return `timer.cancel ${effect.name}`;
    case 'command.reject':
      return `command.reject ${effect.refusal.reason}`;
    default:
      return effect.type;
  }
}
