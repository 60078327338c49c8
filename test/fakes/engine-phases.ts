import t from 'tap';
import type { Playback } from '../../src/core/state.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  type Stage,
} from './engine-stage.js';

export const ready = (stage: Stage) => stage.send({ type: 'player.ready' });
export const startUp = () => ready(createStage()).send({ type: 'engine.started' });
export const loading = () => startUp().current(createItem(0));
export const starving = () => createPlaying().send({ type: 'player.starved', loadId: 2, positionMs: 9_000 });
export const offline = () => createPlaying().ended().failed();
export const paused = () => createPlaying().after(7_000).ask({ type: 'pause' });
export const atEnd = () => createLookingAhead().advanced(null).ended();
export const handover = () => {
  const stage = createAppended();
  const loadId = stage.loadId - 2;
  return stage.send({ type: 'player.ended', loadId, positionMs: 180_000, lengthMs: 180_000 });
};
export const fails = (
  stage: Stage,
  fault: 'device' | 'refused' | 'undecodable',
  httpStatus: number | null = null,
) =>
  stage.send({
    type: 'player.failed',
    loadId: stage.loadId,
    fault,
    httpStatus,
    positionMs: null,
    detail: 'x',
  });
export const dies = (stage: Stage) => stage.send({ type: 'player.died', detail: 'killed' });

/** Effects: all there are of `service.*` and `player.*` in the last event, in this order. */
export type Row = readonly [
  name: string,
  stage: () => Stage,
  phase: Partial<Playback>,
  effects: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[],
];

export function checkRows(rows: readonly Row[]): void {
  for (const [name, create, phase, effects] of rows) {
    t.test(name, async t => {
      const stage = create();
      t.match(stage.state.playback, phase);
      const told = stage.effects.filter(({ type }) => /^(service|player)\./.test(type));
      t.match(told, effects);
      t.equal(told.length, effects.length);
    });
  }
}
