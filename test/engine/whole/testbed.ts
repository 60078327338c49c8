import type { PublicState } from '../../../src/contract/public-state.js';
import type { Cell, Clock, Player } from '../../../src/contract/ports.js';
import type { StateChange } from '../../../src/contract/protocol.js';
import type { DayRecord, PositionRecord, SessionRecord } from '../../../src/contract/records.js';
import type { PlaybackService } from '../../../src/contract/service-ports.js';
import { STATION } from '../../rigs/core/stage.js';
import type { EngineModule, RunningEngine } from './engine-module.js';

/** Short, so that many a pause is longer. */
export const RELEASE_S = 2;
/** At night it is quieter; a clock that is set may begin or end that. */
const QUIET = { fromMin: 22 * 60, toMin: 7 * 60, volumeMax: 20 };

/** An engine at work, its disk, and a phone that follows it by the changes alone. */
export interface Testbed {
  readonly engine: Omit<RunningEngine<never>, 'watch'>;
  /** What the phone knows. */
  readonly known: PublicState;
  /** Starts again, with what was written by then. */
  restart(): void;
}

type Parts = {
  readonly player: Player;
  readonly service: PlaybackService;
  readonly clock: Clock;
  readonly random: () => number;
  readonly isPaired: () => boolean;
  /** Whether the machine knows the time. */
  readonly isClockSet: () => boolean;
  /** Told of a change that no phone could follow. */
  readonly fail: (message: string) => void;
};

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export function createTestbed<State, Restored>(
  module: EngineModule<State, Restored>,
  { isPaired, isClockSet, fail, ...parts }: Parts,
): Testbed {
  let position: PositionRecord | null = null;
  let day: DayRecord | null = null;
  let session: SessionRecord | null = {
    wish: 'playing',
    source: { ...STATION, id: 'ST:A1' },
    item: null,
    positionMs: 0,
    closing: null,
    endTaken: false,
    exact: true,
    volume: 50,
    muted: false,
    sourceEnded: false,
  };
  function boot() {
    const { clock } = parts;
    /** Whoever was killed writes nothing more, though what it had put off still comes due. */
    let isGone = false;
    const toCell = <T>(read: () => T | null, keep: (value: T | null) => void): Cell<T> => {
      const write = async (value: T | null): Promise<void> => (isGone ? undefined : keep(value));
      return {
        get value() {
          return read();
        },
        write,
        remove: () => write(null),
      };
    };
    const days = toCell<DayRecord>(
      () => day,
      value => (day = value),
    );
    const sessions = toCell<SessionRecord>(
      () => session,
      value => (session = value),
    );
    const engine = module.createEngine({
      ...parts,
      logger,
      settings: { progressS: 60, volumeMax: 100, resume: true, releaseS: RELEASE_S, quiet: QUIET },
      restored: module.toRestored(session, position, 50),
      agenda: module.toAgenda(day, clock),
      pairing: isPaired() ? 'paired' : 'unpaired',
    });
    const disk = {
      session: sessions,
      position: { write: (value: PositionRecord) => void (position = value) },
    };
    const memory = module.createMemory({ ...disk, clock, logger });
    const plans = module.createPlans(days, logger);
    const forget = engine.watch(state => {
      memory.observe(state);
      plans.observe(state);
    });
    const phone = createPhone(engine, fail);
    engine.dispatch({ type: 'zone.told', zone: [], isClockSet: isClockSet() });
    engine.start();
    const stop = () => {
      isGone = true;
      forget();
      engine.stop();
    };
    return { engine, phone, stop };
  }

  let running = boot();
  return {
    get engine() {
      return running.engine;
    },
    get known() {
      return running.phone.known();
    },
    restart() {
      running.stop();
      running = boot();
    },
  };
}

function createPhone(engine: Pick<RunningEngine<never>, 'snapshot' | 'observe'>, fail: Parts['fail']) {
  let { revision, state } = engine.snapshot();
  let checked = revision;
  engine.observe((change: StateChange) => {
    if (change.revision !== revision + 1) fail(`${revision} was followed by ${change.revision}`);
    if (Object.keys(change.changes).length === 0) fail(`${change.revision} changes nothing`);
    ({ revision } = change);
    state = { ...state, ...change.changes };
  });
  return {
    known(): PublicState {
      // The answer may be a change in itself: a clock that was set is noticed by it.
      const snapshot = engine.snapshot();
      if (snapshot.revision !== checked && JSON.stringify(snapshot.state) !== JSON.stringify(state))
        fail('a phone knows something else');
      checked = snapshot.revision;
      return state;
    },
  };
}
