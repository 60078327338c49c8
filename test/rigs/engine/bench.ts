import type { Refusal } from '../../../src/contract/command.js';
import { toPlaying } from '../../../src/core/playing.js';
import type { Restored } from '../../../src/core/model/state.js';
import { Engine } from '../../../src/engine/engine.js';
import { RefusedError } from '../../../src/contract/errors.js';
import type { StateChange } from '../../../src/contract/protocol.js';
import {
  createListeningLogger,
  createScriptedPlayer,
  createScriptedService,
} from '../../fakes/ports/scripted.js';
import { createItem, RESTORED } from '../core/stage.js';
import { settled, useFakeTime } from '../../fakes/time/fake.js';

/** An engine between scripted ports, at a time of its own. */
export function createBench(t: Parameters<typeof useFakeTime>[0], restored: Partial<Restored> = {}) {
  const time = useFakeTime(t);
  const player = createScriptedPlayer();
  const service = createScriptedService();
  const logger = createListeningLogger();
  const engine = new Engine({
    player: player.port,
    service: service.port,
    clock: time.clock,
    logger,
    random: () => 0.5,
    settings: { progressS: 60, volumeMax: 80, resume: true, releaseS: 30 },
    restored: { ...RESTORED, ...restored },
    pairing: 'paired',
  });
  t.teardown(() => {
    engine.stop();
  });
  const changes: StateChange[] = [];
  engine.observe(change => void changes.push(change));
  const answer = async (value: unknown) => {
    service.last.resolve(value);
    await settled();
  };
  /** What was put into the player for the item. */
  const loadId = () => toPlaying(engine.state).loadId ?? 0;
  const startPlaying = async (item = createItem(0)) => {
    engine.dispatch({ type: 'player.ready' });
    engine.start();
    await answer(item);
    engine.dispatch({ type: 'player.started', loadId: loadId(), positionMs: 0, lengthMs: 180_000 });
  };
  return { time, player, service, logger, engine, changes, answer, loadId, startPlaying };
}

/** Why it was refused; null when it was done. */
export async function refusalOf(done: Promise<unknown>): Promise<Refusal | null> {
  try {
    await done;
    return null;
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal;
    throw error;
  }
}
