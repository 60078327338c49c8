import { toPlaying } from '../core/playing.js';
import type { Engine } from '../engine/engine.js';

/**
 * Creates a check that returns what is wrong with the agent, or null: whether its loop is stuck, its player dead or,
 * when sound is due, the position still. Call it at intervals longer than it takes to notice and repair a fault.
 */
export function createVitalSigns(engine: Pick<Engine, 'state' | 'isTurning'>): () => string | null {
  let wasDead = false;
  let lastPlace: string | null = null;

  return () => {
    if (!engine.isTurning) return 'the event loop is stuck';
    const { isPlayerAlive, isSounding, loadId, heardToMs } = toPlaying(engine.state);
    // A player that has just died is being replaced.
    const isDead = !isPlayerAlive;
    const isDeadStill = isDead && wasDead;
    wasDead = isDead;
    const place = isSounding ? `${loadId} at ${heardToMs}` : null;
    const isStuck = place !== null && place === lastPlace;
    lastPlace = place;
    if (isDeadStill) return 'the player does not answer';
    return isStuck ? 'playback is stuck although sound is due' : null;
  };
}
