import type { Cause, Command } from '../../../src/contract/command.js';
import type { Agenda } from '../../../src/core/model/agenda.js';
import type { PlayerEvent } from '../../../src/core/vocabulary/player-event.js';
import { Engine } from '../../../src/engine/engine.js';
import { createPlans, toAgenda } from '../../../src/engine/plans.js';
import { createMemory } from '../../../src/engine/remember.js';
import { toRestored } from '../../../src/engine/restore.js';
import type { Agent, Cell, Clock, Logger, Player } from '../../../src/contract/ports.js';
import type { DayRecord, PositionRecord, SessionRecord } from '../../../src/contract/records.js';
import type { PlaybackService } from '../../../src/contract/service-ports.js';
import { createLaws } from './laws.js';

/** What the world tells an engine by itself. */
export type OutsideEvent =
  | PlayerEvent
  | { readonly type: 'network.linkUp' }
  | { readonly type: 'pairing.began'; readonly sameListener: boolean }
  | { readonly type: 'pairing.ended'; readonly by: 'listener' | 'service' }
  | { readonly type: 'zone.told'; readonly zone: readonly []; readonly isClockSet: boolean };

export interface RunningEngine<State> extends Agent {
  start(): void;
  dispatch(event: OutsideEvent): void;
  execute(command: Command, cause: Cause): Promise<{ readonly revision: number }>;
  watch(listener: (state: State) => void): () => void;
  stop(): void;
}

/** An engine and what remembers for it, as the daemon puts them together; what they hand each other is theirs alone. */
export interface EngineModule<State, Restored> {
  createEngine(options: {
    readonly player: Player;
    readonly service: PlaybackService;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly random: () => number;
    readonly settings: {
      readonly progressS: number;
      readonly volumeMax: number;
      readonly resume: boolean;
      readonly releaseS: number;
      readonly quiet: { readonly fromMin: number; readonly toMin: number; readonly volumeMax: number };
    };
    readonly restored: Restored;
    readonly agenda: Agenda;
    readonly pairing: 'paired' | 'unpaired';
  }): RunningEngine<State>;
  createMemory(options: {
    readonly session: Cell<SessionRecord>;
    readonly position: { write(value: PositionRecord): void };
    readonly clock: Clock;
    readonly logger: Logger;
  }): { observe(state: State): void };
  createPlans(cell: Cell<DayRecord>, logger: Logger): { observe(state: State): void };
  toAgenda(day: DayRecord | null, clock: Clock): Agenda;
  toRestored(session: SessionRecord | null, position: PositionRecord | null, volumeStart: number): Restored;
}

/** What the program runs, each decision held against the laws: a breach ends the story as a fault of the program does. */
export const LAWFUL = {
  createMemory,
  createPlans,
  toAgenda,
  toRestored,
  createEngine(options: ConstructorParameters<typeof Engine>[0]) {
    const engine = new Engine(options);
    const laws = createLaws();
    engine.follow(decision => laws.check(decision));
    return engine;
  },
};
