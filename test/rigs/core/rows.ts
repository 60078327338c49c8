import t from 'tap';
import type { Ask } from '../../../src/core/model/ledger.js';
import type { LoadFault } from '../../../src/core/vocabulary/player-event.js';
import { ends, failsTwice, heldId } from './outside.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  type Stage,
} from './stage.js';

export const ready = (stage: Stage) => stage.send({ type: 'player.ready' });
export const startUp = () => ready(createStage()).send({ type: 'engine.started' });
export const loading = () => startUp().answer(createItem(0));
export const starves = (stage: Stage, positionMs = 9_000) =>
  stage.send({ type: 'player.starved', loadId: heldId(stage), positionMs });
export const flows = (stage: Stage, positionMs = 9_000) =>
  stage.send({ type: 'player.flowing', loadId: heldId(stage), positionMs });
export const lands = (stage: Stage, positionMs: number) =>
  stage.send({ type: 'player.seeked', loadId: heldId(stage), positionMs });
export const starving = () => starves(createPlaying());
export const offline = () => createPlaying().ended().failed();
export const paused = () => createPlaying().after(7_000).ask({ type: 'pause' });
/** The end of an item was reported, and `current`, asked three times behind it, holds nothing new. */
export const nothingFollows = (stage: Stage) => {
  stage.answer(null);
  for (let looks = 0; looks < 3; looks += 1)
    stage.fires('follow').failed({ code: 'serviceError', empty: true }, stage.asked('place'));
  return stage;
};
export const atEnd = () => ends(nothingFollows(createLookingAhead()));
export const handover = () => ends(createAppended());
export const fails = (
  stage: Stage,
  fault: LoadFault,
  httpStatus: number | null = null,
  positionMs: number | null = null,
) =>
  failsTwice(stage, {
    type: 'player.failed',
    loadId: stage.loadId,
    fault,
    httpStatus,
    positionMs,
    detail: 'x',
  });

interface Told {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The effect of asking the service for this. */
export const asks = (op: Ask['op'], members: Readonly<Record<string, unknown>> = {}): Told => ({
  type: 'service.ask',
  ask: { op, ...members },
});

/** What was told to player, service and listeners by the last event: everything but timers. */
export const outside = ({ effects }: Stage) => effects.filter(({ type }) => !type.startsWith('timer.'));

/** One step of core. */
export interface Row {
  /** Where it begins: in words, and as a stage. */
  readonly in: readonly [words: string, from: () => Stage];
  /** What comes. */
  readonly event: readonly [words: string, comes: (stage: Stage) => Stage];
  /** The rows that fit then, and the silence that phones are told. */
  readonly becomes: { readonly sound?: string; readonly place?: string; readonly silence?: string | null };
  /** All there is of `service.*` and `player.*` in the last event, in this order. */
  readonly does: readonly Told[];
}

export function checkRows(rows: readonly Row[]): void {
  for (const { in: begins, event, becomes, does } of rows) {
    const [where, from] = begins;
    const [what, comes] = event;
    t.test(`${where}: ${what}`, async t => {
      const stage = comes(from());
      const { sound, place } = stage;
      t.match({ sound, place, silence: stage.public.silenceReason }, becomes);
      const told = stage.effects.filter(({ type }) => /^(service|player)\./.test(type));
      t.match(told, does);
      t.equal(told.length, does.length);
    });
  }
}
