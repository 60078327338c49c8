import { toPlaying } from '../core/playing.js';
import type { Engine } from '../engine/engine.js';

/**
 * Tells what is wrong with the agent, or null: whether its loop turns, its player answers and, when sound is due, the
 * position moves. To be asked at intervals that are longer than a fault needs to be noticed and mended.
 */
export function createVitalSigns(engine: Pick<Engine, 'state' | 'isTurning'>): () => string | null {
  let wasDead = false;
  let lastPlace: string | null = null;

  return () => {
    if (!engine.isTurning) return 'the loop does not turn';
    const { isPlayerAlive, isSounding, loadId, heardToMs } = toPlaying(engine.state);
    // One that died just now is being replaced.
    const isDead = !isPlayerAlive;
    const isDeadStill = isDead && wasDead;
    wasDead = isDead;
    const place = isSounding ? `${loadId} at ${heardToMs}` : null;
    const isStuck = place !== null && place === lastPlace;
    lastPlace = place;
    if (isDeadStill) return 'the player does not answer';
    return isStuck ? 'nothing moves though sound is due' : null;
  };
}
